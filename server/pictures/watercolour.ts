import { noiseOf, roughOf } from "./chance.ts";
import {
  blurred,
  type Color,
  colorAt,
  fromRaster,
  lightness,
  mix,
  overprint,
  paintRaster,
  type Plane,
  type Raster,
  saturated,
  softStep,
  toRaster,
  valueAt,
} from "./raster.ts";
import type { Style } from "./style.ts";

const PAPER: Color = [251, 247, 238];

/** Wet washes that pool at their edges, on cold-pressed paper, with a border left dry. */
export const watercolour: Style = async ({ photo, chance }) => {
  const washed = await toRaster(
    fromRaster(photo).median(11).median(7).blur(1.2),
  );
  const rough = roughOf(noiseOf(chance), 5);
  const tooth = roughOf(noiseOf(chance), 3);
  const pools = edgesOfWashes(washed);
  const { width, height } = photo;
  const scale = Math.min(width, height);
  return paintRaster(photo, (x, y) => {
    // Water carries the colour a little way along the paper.
    const bleed = 10 * (rough(x / 38, y / 38) - 0.5);
    const from =
      clamp(Math.round(y + bleed), height) * width +
      clamp(Math.round(x - bleed), width);
    const pigment = saturated(lifted(colorAt(washed, from)), 1.6);
    const thin = 0.42 + 0.75 * rough(x / 120 + 40, y / 120);
    const wet = mix(PAPER, pigment, Math.min(0.97, thin));
    const pooled = mix(
      wet,
      overprint(pigment, pigment, 0.7),
      0.42 * valueAt(pools, from),
    );
    const grain = 0.93 + 0.13 * tooth(x / 3.2, y / 3.2);
    const edge = Math.min(x, y, width - 1 - x, height - 1 - y) / scale;
    const reach = softStep(
      0,
      0.035,
      edge - 0.13 * rough(x / 90, y / 90) + 0.012,
    );
    const rim = 0.22 * softStep(0.1, 0.5, reach) * softStep(1, 0.55, reach);
    const [r, g, b] = mix(PAPER, pooled, reach);
    const tone = grain * (1 - rim);
    return [r * tone, g * tone, b * tone];
  });
};

/** Water never gets as dark as a photograph. */
function lifted([r, g, b]: Color): Color {
  const lift = (value: number) => 255 * (0.1 + 0.9 * (value / 255) ** 0.78);
  return [lift(r), lift(g), lift(b)];
}

/** Where one wash meets another: 0 to 1. */
function edgesOfWashes(washed: Raster): Plane {
  const light = lightness(washed);
  const { width, height } = light;
  const steps = new Float32Array(light.data.length);
  for (let at = 0; at < steps.length; at += 1)
    steps[at] = Math.round(valueAt(light, at) * 7) / 7;
  const even = blurred({ width, height, data: steps }, 2);
  const data = new Float32Array(steps.length);
  for (let at = 0; at < data.length; at += 1)
    data[at] = Math.min(1, Math.abs((steps[at] ?? 0) - valueAt(even, at)) * 13);
  return blurred({ width, height, data }, 1);
}

function clamp(value: number, size: number): number {
  return Math.min(size - 1, Math.max(0, value));
}
