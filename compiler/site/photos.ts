import type { Picture } from "../shared/contract.ts";
import {
  addressesOf,
  BEST,
  COMMON,
  type Format,
} from "../shared/picture-variants.ts";

/**
 * Quality is what the eye does not tell from the original on a phone, in percent as each format means it. More effort,
 * of 9 and of 6, takes many times as long and saves a few percent. What is made is kept by these settings: raise
 * `revision` with a change of `makeVariants`.
 */
export const VARIANT_SETTINGS = {
  avif: { quality: 55, effort: 1 },
  webp: { quality: 78, effort: 4 },
  revision: 1,
} as const satisfies Record<Format, object> & { readonly revision: number };

/** What is made of a photo in one width: the address that it is served at, by its format. */
export interface Variants {
  readonly width: number;
  readonly addresses: ReadonlyMap<Format, string>;
}

/** Every photo in the data of pages, by the address that it is served at, with what else is made of it. */
export function photosIn(data: unknown): ReadonlyMap<string, Photo> {
  const found = new Map<string, Photo>();
  const walk = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    if (isPhoto(value)) found.set(value.src, value);
    else Object.values(value).forEach(walk);
  };
  walk(data);
  return found;
}

type Photo = Required<Picture>;

function isPhoto(value: object): value is Photo {
  return "src" in value && "widths" in value && Array.isArray(value.widths);
}

/** What is served of a photo beside itself, by width. */
export function variantsOf(photo: Photo): readonly Variants[] {
  return photo.widths.map((width) => ({
    width,
    addresses: new Map(
      ([BEST, COMMON] as const).flatMap((format) =>
        addressesOf({ ...photo, widths: [width] }, format)
          .filter(([, address]) => address !== photo.src)
          .map(([, address]) => [format, address]),
      ),
    ),
  }));
}
