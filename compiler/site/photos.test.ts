import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { makeVariants } from "./make-variants.ts";
import { photosIn, variantsOf } from "./photos.ts";

const sea = { src: "/a.1.jpg", width: 300, height: 200, widths: [160, 300] };

test("photos are found wherever they stand, drawings are not", () => {
  const drawing = { src: "/b.svg", width: 8, height: 8 };
  const data = [
    { steps: [{ props: { options: [{ picture: sea }] } }, drawing] },
  ];
  expect([...photosIn(data)]).toEqual([["/a.1.jpg", sea]]);
  expect(variantsOf(sea)).toEqual([
    {
      width: 160,
      addresses: new Map([
        ["avif", "/a.1-160.avif"],
        ["webp", "/a.1-160.webp"],
      ]),
    },
    { width: 300, addresses: new Map([["avif", "/a.1-300.avif"]]) },
  ]);
});

test("a photo on its side is made upright in each format, without what the camera noted in it", async () => {
  const bytes = await flat(3)
    .withExif({ IFD0: { Artist: "somebody" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const made = await makeVariants(bytes, 160, ["avif", "webp"]);
  expect([...made.keys()]).toEqual(["avif", "webp"]);
  for (const [format, variant] of made) {
    const facts = await sharp(variant).metadata();
    expect(facts).toMatchObject({ width: 160, height: 240 });
    expect(facts.format).toBe(format === "avif" ? "heif" : format);
    expect(facts.exif).toBeUndefined();
    expect(facts.orientation ?? 1).toBe(1);
  }
});

test.each([
  ["in grey", () => flat(3).greyscale().jpeg()],
  ["partly transparent", () => flat(4).png()],
  ["of 16 bits", () => flat(3).toColourspace("rgb16").png()],
  ["in printing colours", () => flat(3).toColourspace("cmyk").jpeg()],
])("a photo %s is as each format would be made by itself", async (_, photo) => {
  const bytes = await photo().toBuffer();
  const made = await makeVariants(bytes, 160, ["avif", "webp"]);
  for (const [format, variant] of made) {
    const direct = sharp(bytes).resize({ width: 160 }).toFormat(format);
    const [one, other] = await Promise.all([
      sharp(variant).stats(),
      sharp(await direct.toBuffer()).stats(),
    ]);
    expect(one.channels.length).toBe(other.channels.length);
    for (const [n, { mean }] of one.channels.entries())
      expect(mean).toBeCloseTo(other.channels[n]?.mean ?? Number.NaN, 0);
  }
});

function flat(channels: 3 | 4): Sharp {
  const background = { r: 32, g: 64, b: 96, alpha: 0.5 };
  return sharp({ create: { width: 300, height: 200, channels, background } });
}
