/** Rows with what stands in their columns. */
export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Tables under their headings; nothing of those without rows. */
export function sections(
  tables: Readonly<Record<string, Table>>,
): readonly string[] {
  return Object.entries(tables).flatMap(([heading, { heads, rows }]) =>
    rows.length === 0 ? [] : ["", heading, table([heads, ...rows]).trimEnd()],
  );
}

/** Columns as wide as their widest field, each row on a line. */
export function table(fields: readonly (readonly string[])[]): string {
  const rows = fields.map((row) => row.map(visible));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((field, column) => field.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

/** Text of visitors as a terminal may show it: what would steer it, or turn its letters around, is written out. */
export function visible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** `amount: 500, reason: asked for`, without what is not there. */
export function inWords(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== false)
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${wordsOf(value)}`)
    .join(", ");
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(" + ");
  if (typeof value === "object") return JSON.stringify(value);
  return String(value).replace(/^urn:problem:/, "");
}

export function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
