import type { Severity } from "./span.ts";
import { choices, didYouMean } from "./wording.ts";

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

/** A name that nothing answers to: says so, and names the nearest or all that would fit. */
export function unknown(
  what: string,
  none: string,
): (parameters: Name) => Wording {
  return ({ name, known }) => ({
    message: `no ${what} is called "${name}"`,
    hint:
      didYouMean(name, known) ??
      (known.length > 0 ? `known: ${choices(name, known)}` : none),
  });
}
