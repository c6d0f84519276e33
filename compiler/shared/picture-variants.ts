/**
 * The sizes and formats that photos are served in: the compiler says which there are, the build makes them, the runtime
 * names them. Emitted as it stands to `generated/picture-variants.ts`; may import nothing but `./contract.ts`.
 */
import type { Picture } from "./contract.ts";

/** In pixels. A browser takes the next larger one of what it shows: steps of half as much again waste a third at most. */
const WIDTHS = [160, 240, 360, 540, 800, 1200, 1600];

/** What is drawn in pixels and does not move; a drawing in lines is sharp at any size as it is. */
const PHOTO = /\.(?:avif|jpe?g|png|webp)$/i;

/** What is smallest, and what every browser knows. */
export const BEST = "avif";
export const COMMON = "webp";
export type Format = typeof BEST | typeof COMMON;

/** The widths that a file is made in, ascending, none larger than its own; none for what is served as it is. */
export function variantWidths(
  name: string,
  width: number,
  isMoving: boolean,
): readonly number[] {
  const largest = Math.max(...WIDTHS);
  return PHOTO.test(name) && !isMoving && width > 0
    ? [
        ...WIDTHS.filter((one) => one < width),
        ...(width <= largest ? [width] : []),
      ]
    : [];
}

/** `/assets/calm/hero.1a2b3c4d.jpg` -> `/assets/calm/hero.1a2b3c4d-360.avif` */
function variantAddress(src: string, width: number, format: Format): string {
  return `${src.slice(0, src.lastIndexOf("."))}-${width}.${format}`;
}

/** The address of a photo in each of its widths. In the common format its own width is the file itself. */
export function addressesOf(
  { src, width, widths = [] }: Picture,
  format: Format,
): readonly (readonly [number, string])[] {
  return widths.map((one) => [
    one,
    one === width && format === COMMON ? src : variantAddress(src, one, format),
  ]);
}
