import { asSeen } from "./as-seen.ts";
import type { Severity } from "./span.ts";
import { choices, nearestNames, useOneOf } from "./wording.ts";

/** What a finding says: what is wrong, and what to do. */
export interface Wording {
  readonly message: string;
  readonly hint?: string;
  /** What is written, and what to write in its place. */
  readonly instead?: Instead;
}

export interface Instead {
  readonly from: string;
  readonly to: string;
  /** `safe` where nothing else can be meant; `suggested` for what somebody has to look at. */
  readonly kind: "safe" | "suggested";
}

/**
 * What is said of a name that is a slip of the finger; undefined where no known name is near. What an author has named
 * may be another of the same kind, and a word of the language another that belongs elsewhere: somebody has to look at
 * it. What is no word at all can be nothing else. Where several are as near, or only one with another number, which one
 * is meant is not for a fix to say.
 */
export function slip(
  name: string,
  known: readonly string[],
  kind: Instead["kind"] = "suggested",
): Pick<Wording, "hint" | "instead"> | undefined {
  const seen = asSeen(name);
  if (known.includes(seen))
    return {
      hint: `it looks like "${seen}", and has a character that cannot be seen or a letter of another alphabet: delete the word and type it again`,
      instead: { from: name, to: seen, kind },
    };
  const { names, isOnly } = nearestNames(name, known);
  const [to] = names;
  if (to === undefined || names.length > ASKED) return undefined;
  return {
    hint: `did you mean ${names.map((one) => `"${one}"`).join(" or ")}?`,
    ...(isOnly && { instead: { from: name, to, kind } }),
  };
}

/** Of more names that are as near as each other, all that are possible say more. */
const ASKED = 2;

/** The form of a catalogue: every code with its severity and its wording. */
export type Entries = Readonly<
  Record<string, { severity: Severity; say: (parameters: never) => Wording }>
>;

export const error = "error" satisfies Severity;
export const warning = "warning" satisfies Severity;
/** Worth knowing, and no mistake. */
export const info = "info" satisfies Severity;

export type Nothing = Readonly<Record<never, never>>;

export interface Name {
  readonly name: string;
  readonly known: readonly string[];
}

/** What is said of what somebody reads, where a name is asked for. */
export function meantName(what: string, { name, meant }: Meant): Wording {
  return {
    message: `no ${what} is called "${name}"`,
    hint: `write what the file calls it, not what visitors read: \`${meant}\``,
    instead: { from: name, to: meant, kind: "safe" },
  };
}

/** What is said of a name under `was` that something has, or had as well: itself, where it is `isOwn`. */
export function earlierName(
  what: "step" | "choice",
  name: string,
  { isOwn }: { readonly isOwn: boolean },
): Wording {
  const is = what === "step" ? "called" : "stored as";
  return {
    message: isOwn
      ? `"${name}" is what this ${what} is ${is} now`
      : `two ${what}s are or were ${is} "${name}"`,
    hint: `\`was\` is for what this ${what} alone was ${is} before: remove it here`,
  };
}

interface Meant {
  readonly name: string;
  readonly meant: string;
}

/** A name that nothing has: says so, and lists the nearest one or all that are possible. */
export function unknown(
  what: string,
  none: string,
): (parameters: Name) => Wording {
  return ({ name, known: all }) => {
    // Of two steps that are called the same, one is enough.
    const known = [...new Set(all)];
    return {
      message: `no ${what} is called "${name}"`,
      ...(slip(name, known) ?? {
        hint: known.length > 0 ? useOneOf(known, choices(name, known)) : none,
      }),
    };
  };
}
