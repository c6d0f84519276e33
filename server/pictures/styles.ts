import { cyanotype } from "./cyanotype.ts";
import { duotone } from "./duotone.ts";
import { engraving } from "./engraving.ts";
import { halftone } from "./halftone.ts";
import { mosaic } from "./mosaic.ts";
import { pencil } from "./pencil.ts";
import { popArt } from "./pop-art.ts";
import type { Style } from "./style.ts";
import { watercolour } from "./watercolour.ts";

/** Every style; README.md says where else a new one is named, `previews/image-api.test.ts` where it was forgotten. */
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
