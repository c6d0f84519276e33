import { csvOf } from "../orders/csv.ts";

/**
 * Data as CSV: a line for each value with the way that leads to it, so that whatever is exported fits into the same two
 * columns.
 */
export function toCsv(data: unknown): string {
  return csvOf([["path", "value"], ...valuesOf(data, "")]);
}

function valuesOf(data: unknown, way: string): (readonly [string, string])[] {
  if (data === null || data === undefined) return [];
  if (data instanceof Date) return [[way, data.toISOString()]];
  if (typeof data === "object")
    return Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
      valuesOf(value, way === "" ? name : `${way}.${name}`),
    );
  return [[way, String(data)]];
}
