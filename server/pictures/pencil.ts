import { noiseOf, roughOf } from "./chance.ts";
import {
  blurred,
  type Color,
  contours,
  lightness,
  mix,
  paintRaster,
  softStep,
  valueAt,
} from "./raster.ts";
import type { Style } from "./style.ts";

const PAPER: Color = [244, 240, 231];
const LEAD: Color = [44, 43, 48];

/** Directions of the strokes in radians; each next one is laid where it is darker. */
const HATCHES = [
  { angle: -0.85, below: 0.72, pitch: 5.4 },
  { angle: -0.35, below: 0.46, pitch: 5 },
  { angle: 0.75, below: 0.27, pitch: 4.6 },
] as const;

/** Soft lead on toothed paper: an outline, and strokes laid over each other for the shadows. */
export const pencil: Style = async ({ photo, chance }) => {
  const light = lightness(photo);
  const smooth = blurred(light, 3);
  const around = blurred(light, 12);
  const lines = contours(light, 1, 20);
  const tooth = roughOf(noiseOf(chance), 3);
  const hand = roughOf(noiseOf(chance), 2);
  const { width, height } = photo;
  return paintRaster(photo, (x, y, at) => {
    const tone = valueAt(smooth, at);
    const grain = tooth(x / 2.1, y / 2.1);
    // Dodged against its surroundings, a photograph becomes an outline.
    const dodged = Math.min(
      1,
      valueAt(light, at) / (valueAt(around, at) + 0.02),
    );
    let lead = 0.75 * softStep(1, 0.55, dodged) * (0.5 + grain * 0.8);
    lead = Math.max(
      lead,
      (1 - valueAt(lines, at)) * 0.9 * (0.45 + grain * 0.8),
    );
    for (const hatch of HATCHES)
      lead += 0.5 * stroke(hatch, tone, x, y, hand) * (0.15 + grain * 1.25);
    const edge = Math.min(x, y, width - 1 - x, height - 1 - y);
    const left = softStep(0, 60, edge - 70 * hand(x / 50, y / 50));
    const sheet = 0.97 + 0.05 * tooth(x / 5, y / 5);
    const [r, g, b] = mix(PAPER, LEAD, Math.min(0.95, lead * left));
    return [r * sheet, g * sheet, b * sheet];
  });
};

function stroke(
  { angle, below, pitch }: (typeof HATCHES)[number],
  tone: number,
  x: number,
  y: number,
  hand: (x: number, y: number) => number,
): number {
  const along = x * Math.cos(angle) - y * Math.sin(angle);
  const across = x * Math.sin(angle) + y * Math.cos(angle);
  const wobble = hand(along / 90, across / 14) * 5;
  const phase = (across + wobble) / pitch;
  const distance = Math.abs(phase - Math.round(phase)) * 2;
  const dark = softStep(below + 0.08, below - 0.3, tone);
  const lifted = 0.55 + 0.6 * hand(along / 26, Math.round(phase) * 3.7);
  return dark * lifted * softStep(0.25 + dark * 0.6, 0.05, distance);
}
