import type { Picture } from "../../generated/contract.ts";
import {
  addressesOf,
  BEST,
  COMMON,
  type Format,
} from "../../generated/picture-variants.ts";

/** How wide pictures are shown, as `sizes` says it: so that none is fetched larger than it is seen. */
const SIZES = {
  /** As wide as the column of the page. */
  column: "(min-width: 38rem) 35rem, 90vw",
  /** Beside another one. */
  half: "(min-width: 38rem) 17rem, 44vw",
} as const;
export type ShownSize = keyof typeof SIZES;

/** What a browser may choose from; null for a picture that is served as it is. */
export function sourcesOf(picture: Picture, size: ShownSize) {
  const sizes = SIZES[size];
  return picture.widths === undefined
    ? null
    : {
        best: { type: `image/${BEST}`, srcSet: setOf(picture, BEST), sizes },
        common: { srcSet: setOf(picture, COMMON), sizes },
      };
}

function setOf(picture: Picture, format: Format): string {
  return addressesOf(picture, format)
    .map(([width, address]) => `${address} ${width}w`)
    .join(", ");
}
