import { createHash } from "node:crypto";

/** The next number in [0, 1). */
export type Chance = () => number;

/** The same seed gives the same numbers, on every machine. */
export function chanceOf(seed: string): Chance {
  let state = createHash("sha256").update(seed).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A landscape of random heights from 0 to 1 that rises and falls gently over a distance of about 1. */
export type Noise = (x: number, y: number) => number;

const SIZE = 256;

export function noiseOf(chance: Chance): Noise {
  const heights = Float32Array.from({ length: SIZE * SIZE }, chance);
  const height = (x: number, y: number) =>
    heights[(y & (SIZE - 1)) * SIZE + (x & (SIZE - 1))] ?? 0;
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [ease(x - left), ease(y - top)];
    const above = height(left, top) * (1 - u) + height(left + 1, top) * u;
    const below =
      height(left, top + 1) * (1 - u) + height(left + 1, top + 1) * u;
    return above * (1 - v) + below * v;
  };
}

/** Several noises of growing fineness on top of each other: paper, clouds, ragged edges. */
export function roughOf(noise: Noise, octaves: number): Noise {
  return (x, y) => {
    let [sum, weight, total, scale] = [0, 1, 0, 1];
    for (let i = 0; i < octaves; i += 1) {
      sum += weight * noise(x * scale + i * 17.3, y * scale - i * 9.1);
      total += weight;
      weight *= 0.5;
      scale *= 2.03;
    }
    return sum / total;
  };
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}
