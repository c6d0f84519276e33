import sharp from "sharp";
import { expect, test } from "vitest";
import { makeVariant } from "./make-variant.ts";
import { photosIn, variantsOf } from "./photos.ts";

const sea = { src: "/a.1.jpg", width: 300, height: 200, widths: [160, 300] };

test("photos are found wherever they stand, drawings are not", () => {
  const drawing = { src: "/b.svg", width: 8, height: 8 };
  const data = [
    { steps: [{ props: { options: [{ picture: sea }] } }, drawing] },
  ];
  expect([...photosIn(data)]).toEqual([["/a.1.jpg", sea]]);
  expect([...variantsOf(sea)]).toEqual([
    ["/a.1-160.avif", { width: 160, format: "avif" }],
    ["/a.1-300.avif", { width: 300, format: "avif" }],
    ["/a.1-160.webp", { width: 160, format: "webp" }],
  ]);
});

test.each(["avif", "webp"] as const)(
  "a photo on its side is made upright, as %s and without what the camera noted",
  async (format) => {
    const bytes = await sharp({
      create: { width: 300, height: 200, channels: 3, background: "#246" },
    })
      .withExif({ IFD0: { Artist: "somebody" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const made = await makeVariant(bytes, { width: 160, format });
    const facts = await sharp(made).metadata();
    expect(facts).toMatchObject({ width: 160, height: 240 });
    expect(facts.format).toBe(format === "avif" ? "heif" : format);
    expect(facts.exif).toBeUndefined();
    expect(facts.orientation ?? 1).toBe(1);
  },
);
