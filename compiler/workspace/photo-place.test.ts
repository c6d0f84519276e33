import sharp from "sharp";
import { expect, test } from "vitest";
import { saysWhere } from "./photo-place.ts";

const photo = () =>
  sharp({
    create: { width: 40, height: 30, channels: 3, background: "#864" },
  });
const IN_LONDON = {
  GPSLatitudeRef: "N",
  GPSLatitude: "51/1 30/1 26/1",
  GPSLongitudeRef: "W",
  GPSLongitude: "0/1 7/1 39/1",
};

test.each(["jpeg", "webp", "png", "avif"] as const)(
  "a place in a %s is found, and no other note is taken for one",
  async (format) => {
    const noted = photo().withExif({
      IFD0: { Copyright: "Somebody", Model: "Phone" },
      IFD2: { DateTimeOriginal: "2026:11:28 09:00:00" },
    });
    expect(saysWhere(await noted.toFormat(format).toBuffer())).toBe(false);
    const placed = photo().withExif({
      IFD0: { Model: "Phone" },
      IFD3: IN_LONDON,
    });
    expect(saysWhere(await placed.toFormat(format).toBuffer())).toBe(true);
  },
);

test("so is one that is written as text", () => {
  const xmp = '<rdf:Description exif:GPSLatitude="51,30.4N"/>';
  expect(saysWhere(Buffer.from(xmp))).toBe(true);
});

test("a file that ends in the middle says nothing", () => {
  for (const begun of ["II*\0", "MM\0*\0\0", "II*\0\b\0\0\0\x02"])
    expect(saysWhere(Buffer.from(begun, "latin1"))).toBe(false);
});
