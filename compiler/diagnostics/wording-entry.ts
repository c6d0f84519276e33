import type { Severity } from "./span.ts";
import { choices, didYouMean, useOneOf } from "./wording.ts";

/** What a finding says: what is wrong, and what to do. */
export interface Wording {
  readonly message: string;
  readonly hint?: string;
}

/** The form of a catalogue: every code with its severity and its wording. */
export type Entries = Readonly<
  Record<string, { severity: Severity; say: (parameters: never) => Wording }>
>;

export const error = "error" satisfies Severity;
export const warning = "warning" satisfies Severity;

export type Nothing = Readonly<Record<never, never>>;

export interface Name {
  readonly name: string;
  readonly known: readonly string[];
}

/** A name that nothing has: says so, and lists the nearest one or all that are possible. */
export function unknown(
  what: string,
  none: string,
): (parameters: Name) => Wording {
  return ({ name, known }) => ({
    message: `no ${what} is called "${name}"`,
    hint:
      didYouMean(name, known) ??
      (known.length > 0 ? useOneOf(known, choices(name, known)) : none),
  });
}
