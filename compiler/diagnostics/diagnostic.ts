import type { DiagnosticCode } from "./catalogue.ts";

/** A place in a file. Lines and columns start at 1, columns count UTF-16 units, the end is exclusive. */
export interface Span {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export type Severity = "error" | "warning" | "info";

/** A second place that explains a finding: "first here". */
export interface Note {
  readonly message: string;
  readonly at: Span;
}

/** One finding: `message` says what is wrong, `hint` what to do; both in the author's words. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  readonly at: Span;
  readonly notes: readonly Note[];
}

/** Orders findings by file, position, code and message. */
function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    a.at.column - b.at.column ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

/** The findings in order, each once. */
export function sortDiagnostics(
  diagnostics: readonly Diagnostic[],
): Diagnostic[] {
  const sorted = diagnostics.toSorted(compareDiagnostics);
  return sorted.filter((diagnostic, index) => {
    const previous = sorted[index - 1];
    return (
      previous === undefined || compareDiagnostics(previous, diagnostic) !== 0
    );
  });
}

// Not localeCompare: the order must not depend on the machine's language.
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
