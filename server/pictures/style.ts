import type { Chance } from "./chance.ts";
import type { Raster } from "./raster.ts";

/** What a style is given: a photograph with even light, and chance of its own. */
export interface Sitting {
  readonly photo: Raster;
  readonly chance: Chance;
}

/** Turns a photograph into a picture of the same size. */
export type Style = (sitting: Sitting) => Promise<Raster>;
