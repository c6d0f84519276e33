import { chanceOf } from "./chance.ts";
import type { StyleId } from "./styles.ts";

/** The words for each style; where a wish has words for several, the first one is meant. */
const WORDS: Readonly<Record<StyleId, RegExp>> = {
  cyanotype: /blueprint|cyanotype|sun print/,
  duotone: /\b(riso|duotone|two[- ]colou?r|poster)/,
  engraving: /engrav|banknote|etch|woodcut/,
  halftone: /comic|cartoon|manga|hero/,
  mosaic: /mosaic|glass|window|church/,
  pencil: /pencil|sketch|draw|charcoal/,
  "pop-art": /pop[- ]?art|warhol|screen ?print|neon/,
  watercolour: /water ?colou?r|paint|soft|dream/,
};

/** The style that a wish in plain words names; one by chance, always the same for the same words, where it names none. */
export function styleOfWords(wish: string): StyleId {
  const words = wish.toLowerCase();
  const ids = Object.keys(WORDS).filter(isStyle);
  const named = ids.find((id) => WORDS[id].test(words));
  const any = Math.floor(chanceOf(words)() * ids.length);
  return named ?? ids[any] ?? "duotone";
}

function isStyle(id: string): id is StyleId {
  return Object.hasOwn(WORDS, id);
}
