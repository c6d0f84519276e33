import {
  blurred,
  type Color,
  colorAt,
  contours,
  fromRaster,
  lightness,
  mix,
  paintRaster,
  saturated,
  softStep,
  toRaster,
  valueAt,
} from "./raster.ts";
import type { Style } from "./style.ts";

const PAPER: Color = [255, 250, 235];
const INK: Color = [22, 18, 28];
/** Distance of the dots, in pixels. */
const PITCH = 9;
const LEVELS = 4;

/** A page of a comic: flat colours, dots in the half-tones, ink around everything. */
export const halftone: Style = async ({ photo }) => {
  const flat = await toRaster(fromRaster(photo).median(9));
  const light = lightness(photo);
  const soft = blurred(light, 4);
  const lines = contours(light, 2, 26);
  return paintRaster(photo, (x, y, at) => {
    const tone = valueAt(soft, at);
    const color = vivid(colorAt(flat, at), tone);
    const tint = mix(PAPER, color, tone > 0.8 ? 0.12 : tone > 0.6 ? 0.45 : 0.8);
    const dots = mix(tint, color, dot(x, y, 1.12 - tone));
    const black = softStep(0.2, 0.15, tone);
    return mix(dots, INK, Math.max(black, 1 - valueAt(lines, at)));
  });
};

/** The hue stays, lightness comes in few steps, grey becomes colourful. */
function vivid(color: Color, tone: number): Color {
  const step = (Math.floor(tone * LEVELS) + 0.75) / LEVELS;
  const [r, g, b] = saturated(color, 1.9);
  const grey = Math.max(40, 0.299 * r + 0.587 * g + 0.114 * b);
  const factor = (step * 235) / grey;
  return [r * factor, g * factor, b * factor];
}

/** A grid turned by 45 degrees; the darker, the larger its dots. */
function dot(x: number, y: number, dark: number): number {
  const [u, v] = [(x + y) / PITCH / Math.SQRT2, (x - y) / PITCH / Math.SQRT2];
  const distance = Math.hypot(u - Math.round(u), v - Math.round(v)) * PITCH;
  const radius = Math.sqrt(Math.max(0, dark)) * PITCH * 0.55;
  return softStep(radius + 0.7, radius - 0.7, distance);
}
