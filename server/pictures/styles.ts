import { cyanotype } from "./cyanotype.ts";
import { duotone } from "./duotone.ts";
import { engraving } from "./engraving.ts";
import { halftone } from "./halftone.ts";
import { mosaic } from "./mosaic.ts";
import { pencil } from "./pencil.ts";
import { popArt } from "./pop-art.ts";
import type { Style } from "./style.ts";
import { watercolour } from "./watercolour.ts";

/** Every style; adding one needs its file, a line here and its id in `schema/api/pre-reg-data.schema.json`. */
export const styles = {
  cyanotype,
  duotone,
  engraving,
  halftone,
  mosaic,
  pencil,
  "pop-art": popArt,
  watercolour,
} as const satisfies Readonly<Record<string, Style>>;

export type StyleId = keyof typeof styles;
