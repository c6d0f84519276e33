import { readText } from "./read.ts";

/** Without 0, O, 1, I and L, which are read as each other. */
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 4;

/** A promo code: the prefix and four letters, "CALM-7K3Q"; `random` in [0, 1). */
export function makePromo(prefix: string, random: () => number): string {
  const letter = () => LETTERS.charAt(Math.floor(random() * LETTERS.length));
  return `${prefix}-${Array.from({ length: LENGTH }, letter).join("")}`;
}

/** Reads a stored code, null when it cannot be one of ours. */
export function readPromo(value: unknown): string | null {
  const code = readText(value, 60);
  return code !== null && /^[A-Z0-9-]+$/.test(code) ? code : null;
}
