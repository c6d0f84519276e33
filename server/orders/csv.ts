import type { AppContext } from "../http/app-env.ts";

/**
 * Rows as CSV (RFC 4180). What a table program would take for a formula has an apostrophe before it: at the beginning of
 * a text, and where a program cuts it that reads `;` or a tab between fields, as in most languages of Europe. Blanks and
 * quotes before it are none of the text then: behind a cut, two quotes hold nothing, and what follows them is read.
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

/** How a formula begins, in the wide letters of East Asian keyboards as well. */
const FORMULA = /(?<=(?:^|[;\t\r\n])[ "]*)[=+\-@＝＋－＠]/g;

function field(text: string): string {
  const plain = text.replace(/^[\t\r]/, "'$&").replaceAll(FORMULA, "'$&");
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
