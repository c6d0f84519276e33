export interface Random {
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32: small, fast, and the same everywhere. */
export function randomOf(seed: number): Random {
  let state = seed + 1;
  return {
    pick(from) {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      const share = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
      return from[Math.floor(share * from.length)] ?? nothing();
    },
  };
}

export function nothing(): never {
  throw new RangeError("nothing to pick from");
}
