import {
  type Color,
  colorAt,
  eachRow,
  fromRaster,
  mix,
  paintRaster,
  type Raster,
  saturated,
  softStep,
  toRaster,
} from "./raster.ts";
import type { Style } from "./style.ts";

const LEAD: Color = [20, 18, 22];
/** Width of a piece of glass, in pixels. */
const PIECE = 30;
/** How much more a difference in colour separates than a distance. */
const COMPACT = 34;
const ROUNDS = 5;

/** A piece of glass: where its middle is, and its colour. */
interface Piece {
  x: number;
  y: number;
  color: Color;
}

/** Coloured glass cut along the forms and held by lead. The pieces are grown from an even grid (SLIC). */
export const mosaic: Style = async ({ photo, chance }) => {
  const soft = await toRaster(fromRaster(photo).median(5));
  const grid = layOut(soft, chance);
  let labels = new Int32Array(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    labels = await assign(soft, grid);
    gather(soft, grid.pieces, labels);
  }
  const glass = grid.pieces.map(({ color }) => {
    const [r, g, b] = saturated(color, 1.75);
    const lamp = 0.92 + chance() * 0.3;
    return [r * lamp, g * lamp, b * lamp] as const;
  });
  const seams = await distanceToSeam(labels, photo);
  return paintRaster(photo, (x, y, at) => {
    const label = labels[at] ?? 0;
    const piece = grid.pieces[label];
    const color = glass[label] ?? LEAD;
    const lean =
      piece === undefined ? 0 : (piece.x - x + (piece.y - y)) / PIECE;
    const lit = 1.05 + lean * 0.1 + 0.05 * Math.sin((x * 0.6 + y) / 5 + label);
    const lead = softStep(3.4, 1.6, seams[at] ?? 0);
    const gleam = 0.4 * softStep(0.9, 0, seams[at] ?? 0);
    const shade = 0.82 + 0.18 * softStep(2, 9, seams[at] ?? 0);
    const tone = lit * shade;
    const pane: Color = [color[0] * tone, color[1] * tone, color[2] * tone];
    return mix(pane, mix(LEAD, [120, 116, 120], gleam), lead);
  });
};

interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly pieces: Piece[];
}

function layOut(photo: Raster, chance: () => number): Grid {
  const columns = Math.max(2, Math.round(photo.width / PIECE));
  const rows = Math.max(2, Math.round(photo.height / PIECE));
  const pieces = Array.from({ length: columns * rows }, (_, i): Piece => {
    const jitter = () => 0.5 + (chance() - 0.5) * 0.7;
    const x = ((i % columns) + jitter()) * (photo.width / columns);
    const y = (Math.floor(i / columns) + jitter()) * (photo.height / rows);
    const at = Math.floor(y) * photo.width + Math.floor(x);
    return { x, y, color: colorAt(photo, at) };
  });
  return { columns, rows, pieces };
}

/** The piece that each pixel belongs to: the nearest of the nine around it, in place and colour. */
async function assign(
  photo: Raster,
  { columns, rows, pieces }: Grid,
): Promise<Int32Array<ArrayBuffer>> {
  const { width, height, data } = photo;
  const labels = new Int32Array(width * height);
  await eachRow(height, (y) => {
    const row = Math.min(rows - 1, Math.floor((y / height) * rows));
    for (let x = 0; x < width; x += 1) {
      const column = Math.min(columns - 1, Math.floor((x / width) * columns));
      const i = (y * width + x) * 3;
      let [best, least] = [0, Infinity];
      for (let near = 0; near < 9; near += 1) {
        const c = column + (near % 3) - 1;
        const r = row + Math.floor(near / 3) - 1;
        if (c < 0 || r < 0 || c >= columns || r >= rows) continue;
        const piece = pieces[r * columns + c];
        if (piece === undefined) continue;
        const far = ((piece.x - x) ** 2 + (piece.y - y) ** 2) / PIECE ** 2;
        const unlike =
          ((data[i] ?? 0) - piece.color[0]) ** 2 +
          ((data[i + 1] ?? 0) - piece.color[1]) ** 2 +
          ((data[i + 2] ?? 0) - piece.color[2]) ** 2;
        const distance = far + unlike / COMPACT ** 2;
        if (distance < least) [best, least] = [r * columns + c, distance];
      }
      labels[y * width + x] = best;
    }
  });
  return labels;
}

/** Moves each piece to the middle of its pixels, and gives it their colour. */
function gather(photo: Raster, pieces: Piece[], labels: Int32Array): void {
  const sums = new Float64Array(pieces.length * 6);
  const { width, data } = photo;
  for (let at = 0; at < labels.length; at += 1) {
    const s = (labels[at] ?? 0) * 6;
    const own = [at % width, Math.floor(at / width)] as const;
    sums[s] = (sums[s] ?? 0) + own[0];
    sums[s + 1] = (sums[s + 1] ?? 0) + own[1];
    for (let c = 0; c < 3; c += 1)
      sums[s + 2 + c] = (sums[s + 2 + c] ?? 0) + (data[at * 3 + c] ?? 0);
    sums[s + 5] = (sums[s + 5] ?? 0) + 1;
  }
  pieces.forEach((piece, i) => {
    const mean = (k: number) => (sums[i * 6 + k] ?? 0) / (sums[i * 6 + 5] ?? 1);
    if ((sums[i * 6 + 5] ?? 0) === 0) return;
    piece.x = mean(0);
    piece.y = mean(1);
    piece.color = [mean(2), mean(3), mean(4)];
  });
}

/** How far each pixel is from the next piece, in pixels; two sweeps of a chamfer distance. */
async function distanceToSeam(
  labels: Int32Array,
  { width, height }: Raster,
): Promise<Float32Array> {
  const distance = new Float32Array(labels.length).fill(99);
  const relax = (at: number, steps: readonly (readonly [number, number])[]) => {
    for (const [step, cost] of steps) {
      const to = at + step;
      if (to < 0 || to >= labels.length) continue;
      if (labels[to] !== labels[at]) distance[at] = 0;
      else
        distance[at] = Math.min(
          distance[at] ?? 99,
          (distance[to] ?? 99) + cost,
        );
    }
  };
  const back = [
    [-1, 1],
    [-width, 1],
    [-width - 1, 1.41],
    [-width + 1, 1.41],
  ] as const;
  const on = [
    [1, 1],
    [width, 1],
    [width + 1, 1.41],
    [width - 1, 1.41],
  ] as const;
  await eachRow(height, (y) => {
    for (let x = 0; x < width; x += 1) relax(y * width + x, back);
  });
  await eachRow(height, (row) => {
    const y = height - 1 - row;
    for (let x = width - 1; x >= 0; x -= 1) relax(y * width + x, on);
  });
  return distance;
}
