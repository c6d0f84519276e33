import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";

/** For programs: version 1 of the contract, stable. */
export function json(
  diagnostics: readonly Diagnostic[],
  files: number,
): string {
  return JSON.stringify(
    { version: 1, files, diagnostics: diagnostics.map(flat) },
    null,
    2,
  );
}

function flat(diagnostic: Diagnostic) {
  const { code, severity, message, hint, at, notes, fix } = diagnostic;
  return {
    code,
    severity,
    message,
    hint: hint ?? null,
    ...place(at),
    endLine: at.endLine,
    endColumn: at.endColumn,
    notes: notes.map((note) => ({ message: note.message, ...place(note.at) })),
    ...(fix !== undefined && { fix }),
  };
}

function place({ file, line, column }: Span) {
  return { file, line, column };
}
