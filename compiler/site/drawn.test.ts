import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import sharp from "sharp";
import { expect, test } from "vitest";
import { DRAWN_AS } from "./drawn.ts";
import { drawSharePicture } from "./share-picture.ts";

const GOLDEN = new URL("./drawn.golden.json", import.meta.url);
/** How far a tone may lie off: another processor rounds otherwise. */
const OFF_MOST = 2;
const CELLS = { width: 48, height: 25 } as const;

const font = readFileSync(
  createRequire(import.meta.url).resolve(
    "@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2",
  ),
);
const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="40" cy="60" r="30" fill="#08f"/></svg>',
);
const look = {
  heading: "How do you sleep when nobody asks?",
  project: "Owl",
  host: "owl.example",
  colors: {
    page: "#ffffff",
    soft: "#eeddcc",
    ink: "#000000",
    muted: "#666666",
    accent: "#ff0000",
  },
  radius: 24,
  headingWeight: 600,
  headingTracking: 0,
};

test("pictures of shared links are drawn as their addresses say: raise DRAWN_AS with what looks otherwise", async () => {
  const cells = {
    alone: await cellsOf(await drawSharePicture(look, font, null)),
    beside: await cellsOf(await drawSharePicture(look, font, drawing)),
  };
  if (process.env["UPDATE_DRAWN"] === "1")
    writeFileSync(GOLDEN, `${JSON.stringify({ as: DRAWN_AS, ...cells })}\n`);
  const golden: { as: number } & typeof cells = JSON.parse(
    readFileSync(GOLDEN, "utf8"),
  );
  // After a raise, UPDATE_DRAWN=1 writes what is drawn then.
  expect(golden.as).toBe(DRAWN_AS);
  expect(furthest(golden.alone, cells.alone)).toBeLessThanOrEqual(OFF_MOST);
  expect(furthest(golden.beside, cells.beside)).toBeLessThanOrEqual(OFF_MOST);
});

test("a photo on its side stands upright in the picture", async () => {
  const create = { width: 60, height: 90, channels: 3 as const };
  const below = { create: { ...create, height: 45, background: "#fff" } };
  const upright = sharp({ create: { ...create, background: "#000" } })
    .composite([{ input: below, top: 45, left: 0 }])
    .png();
  const photo = await upright.toBuffer();
  const lying = await sharp(photo)
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .png()
    .toBuffer();
  const [wanted, made] = await Promise.all(
    [photo, lying].map(async (one) =>
      cellsOf(await drawSharePicture(look, font, one)),
    ),
  );
  expect(furthest(wanted ?? "", made ?? "")).toBeLessThanOrEqual(OFF_MOST);
});

/** The tones of a picture in broad squares, in hexadecimal. */
async function cellsOf(picture: Uint8Array): Promise<string> {
  const { width, height } = CELLS;
  const tones = await sharp(picture)
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .greyscale()
    .raw()
    .toBuffer();
  return tones.toString("hex");
}

/** How far the two tones lie apart that lie furthest apart. */
function furthest(one: string, other: string): number {
  const others = Buffer.from(other, "hex");
  expect(others.length).toBe(CELLS.width * CELLS.height);
  return Math.max(
    ...[...Buffer.from(one, "hex")].map((tone, n) =>
      Math.abs(tone - (others[n] ?? 0)),
    ),
  );
}
