import type { AppContext } from "../http/app-env.ts";

/**
 * Rows as CSV (RFC 4180). A text that a table program would take for a formula has an apostrophe before it.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return [...rows.map((row) => row.map(field).join(",")), ""].join("\r\n");
}

/** CSV as a file of this name. */
export function sendCsv(c: AppContext, name: string, text: string): Response {
  c.header("content-disposition", `attachment; filename="${name}.csv"`);
  c.header("content-type", "text/csv; charset=utf-8");
  return c.body(text);
}

function field(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
