/** The folder `diagnostics` holds what a finding is made of, and the words of each. */
import {
  catalogue,
  type Catalogue,
  type DiagnosticCode,
  type SemanticCode,
} from "./catalogue.ts";
import type { DataChange } from "./change.ts";
import type { Note, Severity, Span } from "./span.ts";
import type { Instead, Wording } from "./wording-entry.ts";

/** One finding: `message` says what is wrong, `hint` what to do; both in the author's words. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  readonly at: Span;
  readonly notes: readonly Note[];
  /** Of a comment that excuses warnings of a code: from which line to which. */
  readonly excuses?: {
    readonly code: string;
    readonly first: number;
    readonly last: number;
  };
  /** What repairs it, where a machine can. */
  readonly fix?: Fix;
}

export interface Fix {
  /** `safe` is applied by `check --fix`, `suggested` by `check --fix=all`. */
  readonly kind: "safe" | "suggested";
  /** All of them belong together, in one file, which may be another one than the finding's. */
  readonly changes: readonly Change[];
}

/** A change of one place of a file. */
export type Change =
  | {
      /** What stands at `at` is `from`, with quotes or without. */
      readonly kind: "replace";
      readonly at: Span;
      readonly from: string;
      readonly to: string;
    }
  | DataChange;

/** The file that a change is made in. */
export function fileOf(change: Change): string {
  return change.kind === "replace" ? change.at.file : change.file;
}

/** Makes a diagnostic of the catalogue: its wording filled with `parameters`. */
export function diagnose<C extends SemanticCode>(
  code: C,
  at: Span,
  parameters: Parameters<Catalogue[C]["say"]>[0],
  notes: readonly Note[] = [],
  given?: Fix,
): Diagnostic {
  // Declared as a method: its parameter is checked at the call, not against every entry at once.
  const entry: { severity: Severity; say(p: unknown): Wording } | undefined =
    catalogue[code];
  if (entry === undefined)
    throw new Error(`compiler/diagnostics has no words for ${code}`);
  const { instead, ...words } = entry.say(parameters);
  const fix = given ?? (instead && replacing(at, instead));
  return {
    code,
    severity: entry.severity,
    ...words,
    at,
    notes,
    ...(fix !== undefined && { fix }),
  };
}

function replacing(at: Span, { from, to, kind }: Instead): Fix {
  return { kind, changes: [{ kind: "replace", at, from, to }] };
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

/** The first finding at each place: what several steps share, or follows from several answers, is one mistake. */
export function onePerPlace(found: readonly Diagnostic[]): Diagnostic[] {
  const told = new Set<string>();
  return found.filter(({ at }) => {
    const place = `${at.line}:${at.column}`;
    const isNew = !told.has(place);
    told.add(place);
    return isNew;
  });
}
