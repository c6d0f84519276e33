import sharp from "sharp";
import { expect, test } from "vitest";
import { builtInPictures } from "../pictures/built-in.ts";
import { photo } from "../pictures/photo.fixture.ts";
import type { PictureOrder } from "../pictures/picture-service.ts";
import { pictureMaker } from "./make-picture.ts";

const { signal } = new AbortController();
const FOUR = ["duotone", "pencil", "engraving", "halftone"] as const;
const jpeg = () => photo().jpeg().toBuffer();

/** A service that answers one picture after the other, and what it was asked for. */
function serviceOf(...answers: Uint8Array[]) {
  const orders: PictureOrder[] = [];
  const make = pictureMaker({
    atOnce: 1,
    make: async (order) => {
      orders.push(order);
      return answers[orders.length - 1] ?? new Uint8Array();
    },
  });
  return { make, orders };
}

const plain = (width: number, height: number, background = "#123456") =>
  sharp({ create: { width, height, channels: 3, background } });

test("several styles stand on one sheet", { tags: "long" }, async () => {
  const make = pictureMaker(builtInPictures);
  const request = { photo: await jpeg(), styles: FOUR, prompt: null };
  expect(await sharp(await make(request, signal)).metadata()).toMatchObject({
    format: "jpeg",
    width: 2 * 608 + 3 * 14,
    height: 2 * 760 + 3 * 14,
  });
});

test("pictures of a sheet take the size of its first one, however large they come", async () => {
  const { make, orders } = serviceOf(
    await plain(1_520, 1_520).png().toBuffer(),
    await plain(300, 100).webp().toBuffer(),
  );
  const bytes = await jpeg();
  const styles = ["duotone", "pencil"] as const;
  const picture = await make({ photo: bytes, styles, prompt: null }, signal);
  expect(await sharp(picture).metadata()).toMatchObject({
    width: 2 * 760 + 3 * 14,
    height: 760 + 2 * 14,
  });
  expect(orders).toEqual(
    styles.map((style) => ({ kind: "style", photo: bytes, style, side: 760 })),
  );
});

test("a picture is written anew: smaller, as JPEG, without what came with it", async () => {
  const large = await plain(4_096, 2_048)
    .withExif({ IFD0: { Copyright: "the service" } })
    .png()
    .toBuffer();
  const { make, orders } = serviceOf(large);
  const picture = await make(
    { photo: null, styles: null, prompt: "a fox" },
    signal,
  );
  const { format, width, height, exif } = await sharp(picture).metadata();
  expect([format, width, height, exif]).toEqual([
    "jpeg",
    2_048,
    1_024,
    undefined,
  ]);
  const order = { kind: "prompt", photo: null, prompt: "a fox", side: 1_024 };
  expect(orders).toEqual([order]);
});

test.each<[string, () => Promise<Uint8Array>]>([
  ["nothing", async () => new Uint8Array()],
  ["half a picture", async () => (await jpeg()).subarray(0, 300)],
  ["a drawing", async () => Buffer.from("<svg width='9' height='9'/>")],
  ["a film", () => plain(9, 9).gif().toBuffer()],
])("%s is unusable", async (_, bytes) => {
  for (const styles of [["mosaic"], FOUR] as const) {
    const { make } = serviceOf(await bytes());
    const request = { photo: await jpeg(), styles, prompt: null };
    const refused = make(request, signal);
    await expect(refused).rejects.toMatchObject({ kind: "unusable" });
  }
});
