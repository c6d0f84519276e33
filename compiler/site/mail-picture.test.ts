import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { MAIL_PICTURE } from "./drawn-sizes.ts";
import { drawMailPicture } from "./mail-picture.ts";

const GROUND = "#102030";
const drawing = (width: number, height: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#ff0000"/></svg>`,
  );
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#ff0000" } })
    .webp()
    .toBuffer();
/** As a camera stores what is shown upright. */
const lying = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#ff0000" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

describe("the picture of a mail", () => {
  test.each([
    ["a wide drawing", drawing(480, 240), "png", 378, [255, 0, 0]],
    ["a high drawing", drawing(200, 400), "png", 567, [16, 32, 48]],
    ["a wide photo", photo(480, 240), "jpeg", 378, [255, 0, 0]],
    ["a high photo", photo(200, 400), "jpeg", 567, [255, 0, 0]],
    ["a wide photo on its side", lying(240, 480), "jpeg", 378, [255, 0, 0]],
    ["a line", photo(2_000, 1), "jpeg", 1, [255, 0, 0]],
  ])("of %s", async (_, made, format, height, corner) => {
    const picture = await drawMailPicture(await made, GROUND);
    expect(await sharp(picture).metadata()).toMatchObject({
      format,
      width: MAIL_PICTURE.width,
      height,
      hasAlpha: false,
    });
    const { data } = await sharp(picture)
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const [n, wanted] of corner.entries())
      expect(Math.abs((data[n] ?? 0) - wanted)).toBeLessThan(4);
  });
});
