import sharp, { type Sharp } from "sharp";

/** Red, green, blue, eight bits each, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** One number a pixel, mostly 0 (dark) to 1 (light). */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

export type Color = readonly [red: number, green: number, blue: number];

/** How long pixels are worked on before other requests get their turn, in milliseconds. */
const TURN_MS = 12;

/** The pixels of a picture, without transparency. */
export async function toRaster(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The same pixels for sharp's operations. */
export function fromRaster({ data, width, height }: Raster): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Does `work` for each row, and lets the rest of the server breathe in between. */
export async function eachRow(
  height: number,
  work: (y: number) => void,
): Promise<void> {
  let begun = performance.now();
  for (let y = 0; y < height; y += 1) {
    work(y);
    if (performance.now() - begun < TURN_MS) continue;
    await new Promise<void>((done) => setImmediate(done));
    begun = performance.now();
  }
}

/** Makes a raster of the same size from what `paint` says about each pixel; channels are clamped. */
export async function paintRaster(
  { width, height }: { readonly width: number; readonly height: number },
  paint: (x: number, y: number, at: number) => Color,
): Promise<Raster> {
  const data = new Uint8ClampedArray(width * height * 3);
  await eachRow(height, (y) => {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      data.set(paint(x, y, at), at * 3);
    }
  });
  return { width, height, data: new Uint8Array(data.buffer) };
}

export function colorAt({ data }: Raster, at: number): Color {
  const i = at * 3;
  return [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
}

export function valueAt({ data }: Plane, at: number): number {
  return data[at] ?? 0;
}

/** How light each pixel looks, 0 to 1. */
export function lightness({ data, width, height }: Raster): Plane {
  const light = new Float32Array(width * height);
  for (let at = 0, i = 0; at < light.length; at += 1, i += 3)
    light[at] =
      (0.299 * (data[i] ?? 0) +
        0.587 * (data[i + 1] ?? 0) +
        0.114 * (data[i + 2] ?? 0)) /
      255;
  return { width, height, data: light };
}

/** Three box blurs, which together are as good as a Gaussian one; `radius` in pixels. */
export function blurred(plane: Plane, radius: number): Plane {
  const { width, height } = plane;
  let data = plane.data;
  for (let pass = 0; pass < 3; pass += 1) {
    data = box(data, { count: height, length: width, next: 1, line: width });
    data = box(data, { count: width, length: height, next: width, line: 1 });
  }
  return { width, height, data };

  function box(
    from: Float32Array,
    way: { count: number; length: number; next: number; line: number },
  ): Float32Array {
    const to = new Float32Array(from.length);
    const size = 2 * radius + 1;
    const last = way.length - 1;
    for (let i = 0; i < way.count; i += 1) {
      const start = i * way.line;
      const get = (k: number) =>
        from[start + Math.min(last, Math.max(0, k)) * way.next] ?? 0;
      let sum = 0;
      for (let k = -radius; k <= radius; k += 1) sum += get(k);
      for (let k = 0; k < way.length; k += 1) {
        to[start + k * way.next] = sum / size;
        sum += get(k + radius + 1) - get(k - radius);
      }
    }
    return to;
  }
}

/** Contours as a pen draws them: 1 is paper, 0 is ink. `strength` is how faint an edge may be and still be drawn. */
export function contours(
  light: Plane,
  radius: number,
  strength: number,
): Plane {
  const near = blurred(light, radius);
  const far = blurred(light, radius * 2);
  const { width, height } = light;
  const data = new Float32Array(width * height);
  for (let at = 0; at < data.length; at += 1) {
    const edge = (valueAt(near, at) - valueAt(far, at)) * strength;
    data[at] = edge >= -0.35 ? 1 : 1 + Math.tanh((edge + 0.35) * 2.4);
  }
  return { width, height, data };
}

/** 0 below `from`, 1 above `to`, a soft step in between. */
export function softStep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

export function mix(a: Color, b: Color, share: number): Color {
  const rest = 1 - share;
  return [
    a[0] * rest + b[0] * share,
    a[1] * rest + b[1] * share,
    a[2] * rest + b[2] * share,
  ];
}

/** One colour printed over another, as inks are. */
export function overprint(paper: Color, ink: Color, coverage: number): Color {
  const [r, g, b] = mix([255, 255, 255], ink, coverage);
  return [(paper[0] * r) / 255, (paper[1] * g) / 255, (paper[2] * b) / 255];
}

/** Away from grey (above 1) or towards it. */
export function saturated(color: Color, factor: number): Color {
  const grey = 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2];
  return mix([grey, grey, grey], color, factor);
}
