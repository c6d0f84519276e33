/**
 * Data as CSV (RFC 4180): a line for each value with the way that leads to it, so that whatever is exported fits into
 * the same two columns. A text that a table program would take for a formula has an apostrophe before it.
 */
export function toCsv(data: unknown): string {
  const lines = valuesOf(data, "").map(([way, value]) =>
    [way, value].map(field).join(","),
  );
  return ["path,value", ...lines, ""].join("\r\n");
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

function field(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
