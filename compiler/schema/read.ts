/** Readers for data that has passed its schema: they narrow, they report nothing. */
export type Data = Readonly<Record<string, unknown>>;

export function data(value: unknown): Data {
  return isData(value) ? value : NOTHING;
}

const NOTHING: Data = {};

export function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown, fallback = ""): string {
  return typeof value === "string"
    ? value
    : typeof value === "number"
      ? String(value)
      : fallback;
}

export function number(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** One value of a closed list; the schema has already refused all others. */
export function oneOf<const T extends string>(
  value: unknown,
  allowed: readonly [T, ...T[]],
): T {
  return allowed.find((candidate) => candidate === value) ?? allowed[0];
}
