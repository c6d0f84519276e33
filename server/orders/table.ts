/** A heading and a table; nothing where there are no rows. */
export function section(
  heading: string,
  rows: readonly (readonly string[])[],
): readonly string[] {
  return rows.length === 0 ? [] : ["", heading, table(rows).trimEnd()];
}

/** Columns as wide as their widest field. */
export function table(rows: readonly (readonly string[])[]): string {
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

export function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
