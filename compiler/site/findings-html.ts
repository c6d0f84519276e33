import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { frame } from "../report/frame.ts";
import type { TextOf } from "../report/pretty.ts";
import { escapeHtml } from "../emit/escape-html.ts";

/** Findings as HTML for a page: where, what, the line with its mark, what to do. Empty when there are none. */
export function findingsHtml(
  diagnostics: readonly Diagnostic[],
  textOf: TextOf,
): string {
  return diagnostics.map((diagnostic) => finding(diagnostic, textOf)).join("");
}

function finding(
  { at, code, message, hint }: Diagnostic,
  textOf: TextOf,
): string {
  const lines = frame(at, textOf(at.file), (mark) => mark);
  const parts = [
    `<p><b>${escapeHtml(`${at.file}:${at.line}:${at.column}`)}</b> <small>${escapeHtml(code)}</small></p>`,
    `<p>${escapeHtml(message)}</p>`,
    lines.length === 0 ? "" : `<pre>${escapeHtml(lines.join("\n"))}</pre>`,
    hint === undefined ? "" : `<p>→ ${escapeHtml(hint)}</p>`,
  ];
  return `<li>${parts.join("")}</li>`;
}
