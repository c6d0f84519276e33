import {
  blurred,
  type Color,
  contours,
  fromRaster,
  lightness,
  mix,
  paintRaster,
  type Raster,
  softStep,
  toRaster,
  valueAt,
} from "./raster.ts";
import type { Style } from "./style.ts";

/** From the darkest to the lightest; the last is the ground. */
type Inks = readonly [Color, Color, Color, Color];
const PANELS: readonly Inks[] = [
  [
    [38, 20, 74],
    [236, 47, 117],
    [255, 168, 92],
    [255, 226, 74],
  ],
  [
    [11, 38, 84],
    [0, 148, 168],
    [255, 116, 140],
    [255, 214, 224],
  ],
  [
    [58, 12, 40],
    [226, 62, 42],
    [255, 178, 36],
    [86, 205, 196],
  ],
  [
    [16, 56, 46],
    [112, 62, 190],
    [126, 220, 132],
    [247, 130, 200],
  ],
];
const CUTS = [0.27, 0.48, 0.7] as const;
const GAP: Color = [250, 246, 236];

/** Four screen prints of one negative, each in its own inks, none lying quite where it should. */
export const popArt: Style = async ({ photo, chance }) => {
  const { width, height } = photo;
  const half = {
    width: Math.ceil(width / 2),
    height: Math.ceil(height / 2),
  };
  const small = await toRaster(fromRaster(photo).resize(half).median(5));
  const prints: Raster[] = [];
  for (const inks of PANELS) prints.push(await print(small, inks, chance));
  const gap = Math.round(Math.min(width, height) / 120);
  return paintRaster(photo, (x, y) => {
    const panel = (y >= half.height ? 2 : 0) + (x >= half.width ? 1 : 0);
    const [u, v] = [x % half.width, y % half.height];
    const edge = Math.min(u, v, half.width - 1 - u, half.height - 1 - v);
    const source = prints[panel];
    if (edge < gap || source === undefined) return GAP;
    const i = (v * half.width + u) * 3;
    return [
      source.data[i] ?? 0,
      source.data[i + 1] ?? 0,
      source.data[i + 2] ?? 0,
    ];
  });
};

function print(
  photo: Raster,
  [ink, deep, bright, ground]: Inks,
  chance: () => number,
): Promise<Raster> {
  const { width, height } = photo;
  const light = lightness(photo);
  const tones = blurred(light, 2);
  const lines = contours(light, 1, 24);
  const slip = () => Math.round((chance() - 0.5) * 9);
  const slips = [slip(), slip(), slip(), slip()] as const;
  const at = (x: number, y: number) =>
    Math.min(height - 1, Math.max(0, y)) * width +
    Math.min(width - 1, Math.max(0, x));
  return paintRaster(photo, (x, y) => {
    const screen = (cut: number, dx: number, dy: number) =>
      softStep(cut + 0.02, cut - 0.02, valueAt(tones, at(x + dx, y + dy)));
    let color: Color = ground;
    color = mix(color, bright, screen(CUTS[2], slips[0], slips[1]));
    color = mix(color, deep, screen(CUTS[1], slips[2], slips[3]));
    color = mix(color, ink, screen(CUTS[0], 0, 0));
    return mix(color, ink, 1 - valueAt(lines, at(x, y)));
  });
}
