import sharp from "sharp";
import type { Format } from "../shared/picture-variants.ts";

/** What the eye does not tell from the original on a phone, in percent as each format means it. */
const QUALITY = { avif: 55, webp: 78 } as const;
/** Of 9: more takes many times as long and saves a few percent. */
const EFFORT = { avif: 1, webp: 4 } as const;

/** What makes variants other ones, for who keeps them. */
export const VARIANT_SETTINGS = JSON.stringify([
  QUALITY,
  EFFORT,
  sharp.versions,
]);

/**
 * A photo in this width and each of these formats, upright, in sRGB and without what a camera noted in it. It is read and
 * resized once for all of them.
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
        .toFormat(format, { quality: QUALITY[format], effort: EFFORT[format] })
        .toBuffer(),
    );
  return made;
}
