import { chanceOf } from "./chance.ts";
import type { StyleId } from "./styles.ts";

const NAMED: readonly (readonly [RegExp, StyleId])[] = [
  [/blueprint|cyanotype|sun print/, "cyanotype"],
  [/\b(riso|duotone|two[- ]colou?r|poster)/, "duotone"],
  [/engrav|banknote|etch|woodcut/, "engraving"],
  [/comic|cartoon|manga|hero/, "halftone"],
  [/mosaic|glass|window|church/, "mosaic"],
  [/pencil|sketch|draw|charcoal/, "pencil"],
  [/pop[- ]?art|warhol|screen ?print|neon/, "pop-art"],
  [/water ?colou?r|paint|soft|dream/, "watercolour"],
];

/** The style that a wish in plain words names; one by chance, always the same for the same words, where it names none. */
export function styleOfWords(wish: string): StyleId {
  const words = wish.toLowerCase();
  const named = NAMED.find(([fits]) => fits.test(words));
  const any = Math.floor(chanceOf(words)() * NAMED.length);
  return (named ?? NAMED[any])?.[1] ?? "duotone";
}
