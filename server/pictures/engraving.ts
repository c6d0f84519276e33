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

const PAPER: Color = [241, 236, 220];
const INK: Color = [24, 58, 48];
/** Distance of the lines, in pixels. */
const PITCH = 6.4;

/** Cut lines that swell in the shadows and bend over the form, as on a banknote. */
export const engraving: Style = async ({ photo }) => {
  const light = lightness(photo);
  const tone = blurred(light, 1);
  const form = blurred(light, 14);
  const { width, height } = photo;
  return paintRaster(photo, (x, y, at) => {
    const dark = contrast(1 - valueAt(tone, at));
    const relief = valueAt(form, at) * 58;
    const wave = 5 * Math.sin(x / 47);
    const first = cut((y + wave - relief) / PITCH, dark * 0.98);
    const second = cut(
      (x * 0.74 + y * 0.67 - relief * 0.6) / PITCH,
      Math.max(0, dark - 0.5) * 1.35,
    );
    const third = cut(
      (x * 0.74 - y * 0.67 + relief * 0.6) / PITCH,
      Math.max(0, dark - 0.76) * 1.9,
    );
    const oval = Math.hypot(
      (x / width - 0.5) / 0.49,
      (y / height - 0.5) / 0.49,
    );
    const plate = softStep(0.945, 0.94, oval);
    const frame =
      softStep(0.948, 0.952, oval) * softStep(0.966, 0.962, oval) +
      softStep(0.976, 0.979, oval) * softStep(0.986, 0.983, oval);
    const ink = Math.max(first, second, third) * plate + frame;
    return mix(PAPER, INK, Math.min(1, ink) * 0.96);
  });
};

function contrast(dark: number): number {
  return softStep(0.02, 1.02, dark) * 0.6 + dark * 0.4;
}

/** Coverage of a line whose width is `dark` of its distance to the next. */
function cut(phase: number, dark: number): number {
  const distance = Math.abs(phase - Math.round(phase)) * 2;
  const soft = 1.1 / PITCH;
  return dark < 0.04 ? 0 : softStep(dark + soft, dark - soft, distance);
}
