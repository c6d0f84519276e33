import { noiseOf, roughOf } from "./chance.ts";
import {
  blurred,
  type Color,
  lightness,
  overprint,
  paintRaster,
  softStep,
  valueAt,
} from "./raster.ts";
import type { Style } from "./style.ts";

const PAPER: Color = [247, 240, 226];
const CORAL: Color = [255, 84, 66];
const NAVY: Color = [16, 60, 128];
/** The second drum never lies exactly on the first, in pixels. */
const MISREGISTER = 3;

/** Two inks on rough paper, as a duplicator prints them: coral in the half-tones, navy in the shadows. */
export const duotone: Style = async ({ photo, chance }) => {
  const light = blurred(lightness(photo), 1);
  const grain = noiseOf(chance);
  const fibre = roughOf(noiseOf(chance), 4);
  const { width, height } = photo;
  const inked = (coverage: number, x: number, y: number) => {
    const tooth = 0.55 * grain(x * 0.9, y * 0.9) + 0.45 * chance();
    return softStep(tooth - 0.62, tooth + 0.62, coverage);
  };
  return paintRaster(photo, (x, y, at) => {
    const shifted =
      Math.min(height - 1, y + MISREGISTER) * width +
      Math.min(width - 1, x + MISREGISTER);
    const middle = softStep(0.98, 0.34, valueAt(light, shifted)) * 1.5 - 0.22;
    const shadow = softStep(0.6, 0.16, valueAt(light, at)) * 1.55 - 0.24;
    const wear = 0.9 + 0.1 * fibre(x / 60, y / 60);
    const sheet = 0.97 + 0.03 * fibre(x / 9, y / 9);
    const paper: Color = [PAPER[0] * sheet, PAPER[1] * sheet, PAPER[2] * sheet];
    const first = overprint(paper, CORAL, inked(middle, x, y) * wear);
    return overprint(first, NAVY, inked(shadow, x + 500, y) * 0.94 * wear);
  });
};
