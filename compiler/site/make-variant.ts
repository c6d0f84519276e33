import sharp from "sharp";
import type { Variant } from "./photos.ts";

/** What the eye does not tell from the original on a phone, in percent as each format means it. */
const QUALITY = { avif: 55, webp: 78 } as const;
/** Of 9: more takes many times as long and saves a few percent. */
const EFFORT = { avif: 2, webp: 4 } as const;

/** What makes a variant another one, for who keeps them. */
export const VARIANT_SETTINGS = JSON.stringify([
  QUALITY,
  EFFORT,
  sharp.versions,
]);

/** A photo in this width and format, upright, in sRGB and without what a camera noted in it. */
export function makeVariant(
  bytes: Uint8Array,
  { width, format }: Variant,
): Promise<Uint8Array> {
  const options = { quality: QUALITY[format], effort: EFFORT[format] };
  return sharp(bytes)
    .rotate()
    .resize({ width })
    .toFormat(format, options)
    .toBuffer();
}
