import type { Picture } from "../shared/contract.ts";
import {
  addressesOf,
  BEST,
  COMMON,
  type Format,
} from "../shared/picture-variants.ts";

/** A photo in a size and format of its own, as it will be served. */
export interface Variant {
  readonly width: number;
  readonly format: Format;
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

/** Address -> what is served there. */
export function variantsOf(photo: Photo): ReadonlyMap<string, Variant> {
  return new Map(
    ([BEST, COMMON] as const).flatMap((format) =>
      addressesOf(photo, format)
        .filter(([, address]) => address !== photo.src)
        .map(([width, address]) => [address, { width, format }]),
    ),
  );
}
