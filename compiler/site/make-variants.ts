import sharp from "sharp";
import type { Format } from "../shared/picture-variants.ts";
import { VARIANT_SETTINGS } from "./photos.ts";

/**
 * A photo in this width and each of these formats, upright, in sRGB and without what a camera noted in it. It is read
 * and resized once for all of them.
 */
export async function makeVariants(
  bytes: Uint8Array,
  width: number,
  formats: readonly Format[],
): Promise<ReadonlyMap<Format, Uint8Array>> {
  const { data, info } = await sharp(bytes)
    .rotate()
    .resize({ width })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { height, channels } = info;
  // Not `info` itself: it says "premultiplied" of pixels that are so no longer.
  const raw = { width: info.width, height, channels };
  const made = new Map<Format, Uint8Array>();
  for (const format of formats)
    made.set(
      format,
      await sharp(data, { raw })
        .toFormat(format, VARIANT_SETTINGS[format])
        .toBuffer(),
    );
  return made;
}
