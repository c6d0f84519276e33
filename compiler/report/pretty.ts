import pc from "picocolors";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { frame } from "./frame.ts";
import { plural } from "./plural.ts";

export type Colors = ReturnType<typeof pc.createColors>;

/** Text of a file by its name, for code frames. */
export type TextOf = (file: string) => string | undefined;

/** For people: where, what, the line with a caret, and what to do; a count at the end. */
export function pretty(
  diagnostics: readonly Diagnostic[],
  files: number,
  textOf: TextOf,
  colors: Colors = pc,
): string {
  const blocks = diagnostics.map((diagnostic) =>
    block(diagnostic, textOf, colors),
  );
  return [...blocks, summary(diagnostics, files, colors)].join("\n\n");
}

function block(diagnostic: Diagnostic, textOf: TextOf, c: Colors): string {
  const paint = { error: c.red, warning: c.yellow, info: c.cyan }[
    diagnostic.severity
  ];
  const lines = [
    `${c.bold(position(diagnostic.at))}  ${paint(diagnostic.severity)}  ${c.dim(diagnostic.code)}`,
    diagnostic.message,
    ...frame(diagnostic.at, textOf(diagnostic.at.file), paint),
    ...(diagnostic.hint === undefined
      ? []
      : [`${c.green("→")} ${diagnostic.hint}`]),
    ...diagnostic.notes.flatMap((note) => [
      c.dim(`  ${position(note.at)}  ${note.message}`),
      ...frame(note.at, textOf(note.at.file), c.dim),
    ]),
  ];
  return lines.join("\n");
}

function position({ file, line, column }: Span): string {
  return `${file}:${line}:${column}`;
}

function summary(
  diagnostics: readonly Diagnostic[],
  files: number,
  c: Colors,
): string {
  const count = (severity: Diagnostic["severity"]) =>
    diagnostics.filter((d) => d.severity === severity).length;
  const errors = count("error");
  const warnings = count("warning");
  const checked = `${plural(files, "file")} checked`;
  const remarks = count("info");
  if (errors + warnings + remarks === 0)
    return `${c.green("✓")} ${checked}, nothing to report`;
  const parts = [
    errors > 0 ? plural(errors, "error") : "",
    warnings > 0 ? plural(warnings, "warning") : "",
    remarks > 0 ? plural(remarks, "remark") : "",
  ];
  const mark =
    errors > 0 ? c.red("✗") : warnings > 0 ? c.yellow("!") : c.green("✓");
  return `${mark} ${checked}: ${parts.filter(Boolean).join(", ")}`;
}
