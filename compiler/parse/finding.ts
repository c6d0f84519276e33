import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { yamlCodes, type YamlCode } from "../diagnostics/yaml.ts";
import type { Lines } from "./lines.ts";

/** A diagnostic whose places are still offsets of the text. */
export interface Finding {
  readonly code: YamlCode;
  readonly message: string;
  readonly hint: string;
  readonly start: number;
  readonly end: number;
  readonly note?: {
    readonly message: string;
    readonly start: number;
    readonly end: number;
  };
}

/** Turns offsets into lines and columns; a finding is marked on one line, however long its end is away. */
export function toDiagnostic(finding: Finding, lines: Lines): Diagnostic {
  const { code, message, hint, note } = finding;
  return {
    code,
    severity: yamlCodes[code].severity,
    message,
    hint,
    at: lines.firstLine(finding.start, finding.end),
    notes:
      note === undefined
        ? []
        : [
            {
              message: note.message,
              at: lines.firstLine(note.start, note.end),
            },
          ],
  };
}
