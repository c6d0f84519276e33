import { type Chance, noiseOf, roughOf } from "./chance.ts";

export interface Scene {
  readonly width: number;
  readonly height: number;
  /** From the darkest to the lightest. */
  readonly palette: readonly [string, string, string, string, string];
  readonly chance: Chance;
}

/** A sky, a disc in it, and ranges of hills one behind the other. */
export function ridges({ width, height, palette, chance }: Scene): string {
  const [ink, deep, middle, bright, light] = palette;
  const rough = roughOf(noiseOf(chance), 5);
  const horizon = height * (0.42 + chance() * 0.12);
  const sun = {
    x: width * (0.25 + chance() * 0.5),
    y: horizon * (0.45 + chance() * 0.35),
    r: width * (0.09 + chance() * 0.09),
  };
  const tones = [bright, middle, middle, deep, deep, ink];
  const hills = tones.map((tone, i) => {
    const base = horizon + (height - horizon) * (i / tones.length) ** 1.1;
    const rise = height * (0.13 + 0.035 * i);
    const points = Array.from({ length: 97 }, (_, k) => {
      const x = (k / 96) * width;
      const y = base - rise * (rough(k / (22 - 2 * i) + i * 31, i * 7) - 0.35);
      return `${n(x)} ${n(y)}`;
    });
    return `<path d="M${points.join("L")}L${width} ${height}L0 ${height}Z" fill="${tone}" opacity="${i % 2 === 0 ? 0.92 : 0.8}"/>`;
  });
  return (
    sky(width, height, light, bright) +
    [2.6, 1.9, 1.4]
      .map((k) => disc({ ...sun, r: sun.r * k }, light, 0.18))
      .join("") +
    disc(sun, light, 1) +
    hills.join("")
  );
}

/** Hundreds of threads that follow one current. */
export function ribbons({ width, height, palette, chance }: Scene): string {
  const [ink, deep, middle, bright, light] = palette;
  const current = roughOf(noiseOf(chance), 2);
  const turn = chance() * Math.PI * 2;
  const threads = Array.from({ length: 620 }, () => {
    let [x, y] = [
      (chance() * 1.3 - 0.15) * width,
      (chance() * 1.3 - 0.15) * height,
    ];
    const place = current(x / 300 + 50, y / 300);
    const steps = 26 + Math.floor(chance() * 46);
    const points = Array.from({ length: steps }, () => {
      const angle = turn + current(x / 420, y / 420) * Math.PI * 3.4;
      x += Math.cos(angle) * 9;
      y += Math.sin(angle) * 9;
      return `${n(x)} ${n(y)}`;
    });
    const tones =
      place < 0.42
        ? [deep, middle]
        : place < 0.55
          ? [middle, bright]
          : [bright, light];
    const tone = chance() < 0.08 ? light : tones[chance() < 0.5 ? 0 : 1];
    return `<path d="M${points.join("L")}" stroke="${tone}" stroke-width="${n(1.5 + chance() ** 3 * 22)}" opacity="${n(0.55 + chance() * 0.45)}"/>`;
  });
  return (
    `<rect width="${width}" height="${height}" fill="${ink}"/>` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${threads.join("")}</g>`
  );
}

/** Bodies on their rings, before a field of stars. */
export function orbits({ width, height, palette, chance }: Scene): string {
  const [ink, deep, middle, bright, light] = palette;
  const middleOf = {
    x: width * (0.35 + chance() * 0.3),
    y: height * (0.35 + chance() * 0.3),
  };
  const stars = Array.from({ length: 240 }, () =>
    disc(
      { x: chance() * width, y: chance() * height, r: 0.6 + chance() ** 4 * 3 },
      light,
      0.3 + chance() * 0.6,
    ),
  );
  const squeeze = 0.4 + chance() * 0.5;
  const lean = Math.round(chance() * 70 - 35);
  const rings = Array.from({ length: 9 }, (_, i) => {
    const r = width * (0.16 + i * 0.075 + chance() * 0.03);
    const angle = chance() * Math.PI * 2;
    const body = {
      x: middleOf.x + Math.cos(angle) * r,
      y: middleOf.y + Math.sin(angle) * r * squeeze,
      r: width * (0.008 + chance() ** 2 * 0.055),
    };
    const tone =
      [middle, bright, light, deep][Math.floor(chance() * 4)] ?? bright;
    const dash =
      chance() < 0.4
        ? ` stroke-dasharray="${n(2 + chance() * 30)} ${n(4 + chance() * 14)}"`
        : "";
    return (
      `<ellipse cx="${n(middleOf.x)}" cy="${n(middleOf.y)}" rx="${n(r)}" ry="${n(r * squeeze)}" fill="none" stroke="${tone}" stroke-width="${n(1 + chance() * 5)}" opacity=".75"${dash}/>` +
      disc(body, tone, 1) +
      disc(
        { x: body.x + body.r * 0.3, y: body.y + body.r * 0.3, r: body.r * 0.8 },
        ink,
        0.28,
      )
    );
  });
  const sun = { ...middleOf, r: width * 0.12 };
  return (
    sky(width, height, ink, deep) +
    stars.join("") +
    `<g transform="rotate(${lean} ${n(middleOf.x)} ${n(middleOf.y)})">` +
    [2.2, 1.6, 1.25]
      .map((k) => disc({ ...sun, r: sun.r * k }, bright, 0.14))
      .join("") +
    disc(sun, light, 1) +
    disc({ ...sun, r: sun.r * 0.86 }, bright, 1) +
    rings.join("") +
    "</g>"
  );
}

function sky(width: number, height: number, top: string, bottom: string) {
  return (
    `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>` +
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>`
  );
}

function disc(
  { x, y, r }: { x: number; y: number; r: number },
  fill: string,
  opacity: number,
): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" opacity="${n(opacity)}"/>`;
}

function n(value: number): string {
  return value.toFixed(2);
}
