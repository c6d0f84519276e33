import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { readEnvironment, schemaFiles } from "./environment.ts";

const root = mkdtempSync(join(tmpdir(), "assets-test-"));
const folder = join(root, "calm/assets");
mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(root, { recursive: true }));

const frame = (background: string) => ({
  create: { width: 12, height: 8, channels: 3 as const, background },
});

test("a picture that moves is told from one that does not", async () => {
  const still = sharp(frame("#246"));
  const two = await Promise.all(
    ["#246", "#642"].map((colour) => sharp(frame(colour)).png().toBuffer()),
  );
  const moving = sharp(two, { join: { animated: true } });
  const files = {
    "still.webp": await still.webp().toBuffer(),
    "still.png": await still.png().toBuffer(),
    "still.avif": await still.avif().toBuffer(),
    "moving.webp": await moving.webp().toBuffer(),
    // A chunk that only such pictures have, before the first picture.
    "moving.png": Buffer.from(
      (await still.png().toBuffer())
        .toString("latin1")
        .replace("IDAT", "acTL\0\0\0\0IDAT"),
      "latin1",
    ),
  };
  for (const [name, bytes] of Object.entries(files))
    writeFileSync(join(folder, name), bytes);
  const assets = readEnvironment(resolve("."), root, "").assets("calm");
  const moves = Object.keys(files).map((name) => [
    name,
    assets.read(name)?.isMoving,
  ]);
  expect(Object.fromEntries(moves)).toEqual({
    "still.webp": false,
    "still.png": false,
    "still.avif": false,
    "moving.webp": true,
    "moving.png": true,
  });
  expect(assets.read("still.png")).toMatchObject({ width: 12, height: 8 });
});

test("a photo on its side is as wide as it is shown", async () => {
  const lying = sharp(frame("#246")).withMetadata({ orientation: 6 });
  writeFileSync(join(folder, "lying.jpg"), await lying.jpeg().toBuffer());
  const assets = readEnvironment(resolve("."), root, "").assets("calm");
  expect(assets.read("lying.jpg")).toMatchObject({ width: 8, height: 12 });
});

test("a schema that is not JSON is named", () => {
  const wrong = new Map([["single.schema.json", "{ wrong"]]);
  expect(() =>
    schemaFiles((folder) => (folder === "pages" ? wrong : new Map())),
  ).toThrow(/^schema\/pages\/single\.schema\.json: is not JSON \(SyntaxError/);
});

test("a schema takes what several say alike, beside what it says itself", () => {
  const $ref = "../envelope/shared.schema.json#/$defs/offer";
  const shared = { $defs: { offer: { title: "Offer", type: "object" } } };
  const files = (folder: string, page: object) =>
    new Map(
      folder === "envelope"
        ? [["shared.schema.json", JSON.stringify(shared)]]
        : [["single.schema.json", JSON.stringify(page)]],
    );
  const { pages } = schemaFiles((folder) =>
    folder === "payments"
      ? new Map()
      : files(folder, { $ref, title: "Single" }),
  );
  expect(pages["single"]).toEqual({ title: "Single", type: "object" });
  const lost = { $ref: `${$ref}s` };
  expect(() => schemaFiles((folder) => files(folder, lost))).toThrow(
    /^schema\/pages\/single\.schema\.json: .*offers is not there$/,
  );
});
