import { noiseOf, roughOf } from "./chance.ts";
import {
  blurred,
  type Color,
  lightness,
  mix,
  paintRaster,
  softStep,
  valueAt,
} from "./raster.ts";
import type { Style } from "./style.ts";

const PAPER: Color = [240, 236, 222];
const TONES: readonly Color[] = [
  [9, 24, 58],
  [16, 58, 112],
  [70, 126, 174],
  [184, 208, 216],
  [240, 238, 226],
];

/** A blueprint of sun and iron: Prussian blue, brushed on by hand, so that the coating ends in strokes. */
export const cyanotype: Style = async ({ photo, chance }) => {
  const light = lightness(photo);
  const glow = blurred(light, 9);
  const brush = roughOf(noiseOf(chance), 3);
  const paper = roughOf(noiseOf(chance), 4);
  const { width, height } = photo;
  return paintRaster(photo, (x, y, at) => {
    const exposed = valueAt(light, at) * 0.72 + valueAt(glow, at) * 0.28;
    const uneven = (paper(x / 70, y / 70) - 0.5) * 0.12;
    const tone = toned(softStep(-0.06, 1.02, exposed) + uneven);
    const top = y - 0.055 * height - 26 * brush(x / 9, y / 300);
    const bottom = 0.945 * height - y - 30 * brush(x / 8 + 99, y / 300);
    const side =
      Math.min(x, width - 1 - x) -
      0.045 * width -
      0.11 *
        width *
        (brush(x / 260, y / 6.5 + (x > width / 2 ? 50 : 0)) - 0.35);
    const coated = softStep(0, 7, Math.min(top, bottom, side));
    const streak = 1 - 0.13 * brush(x / 420, y / 4) * coated;
    const fibre = 0.965 + 0.05 * paper(x / 4, y / 4);
    const [r, g, b] = mix(PAPER, tone, coated * (0.86 + 0.14 * streak));
    return [r * fibre, g * fibre, b * fibre];
  });
};

function toned(tone: number): Color {
  const place = Math.min(0.999, Math.max(0, tone)) * (TONES.length - 1);
  const [low, high] = [TONES[Math.floor(place)], TONES[Math.ceil(place)]];
  if (low === undefined || high === undefined) return PAPER;
  return mix(low, high, place - Math.floor(place));
}
