import type { Wording } from "./wording-entry.ts";
import { flow } from "./flow.ts";
import { form } from "./form.ts";
import { meaning } from "./meaning.ts";
import { names } from "./names.ts";
import { selling } from "./selling.ts";
import { steps } from "./steps.ts";
import type { Diagnostic, Note, Severity, Span } from "./diagnostic.ts";
import type { YamlCode } from "./yaml.ts";

/** Every diagnostic about meaning: code, severity and wording. Codes are permanent. */
export const catalogue = {
  ...form,
  ...names,
  ...steps,
  ...flow,
  ...meaning,
  ...selling,
};

type Catalogue = typeof catalogue;
export type SemanticCode = keyof Catalogue;
export type DiagnosticCode = SemanticCode | YamlCode;

/** Makes a diagnostic of the catalogue: its wording filled with `parameters`. */
export function diagnose<C extends SemanticCode>(
  code: C,
  at: Span,
  parameters: Parameters<Catalogue[C]["say"]>[0],
  notes: readonly Note[] = [],
): Diagnostic {
  // Declared as a method: its parameter is checked at the call, not against every entry at once.
  const entry: { severity: Severity; say(p: unknown): Wording } =
    catalogue[code];
  return {
    code,
    severity: entry.severity,
    ...entry.say(parameters),
    at,
    notes,
  };
}
