import { isDeepStrictEqual } from "node:util";
import { isNode, visit } from "yaml";
import type { Change } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { data, isData } from "../schema/read.ts";
import { parseSource } from "../parse/source.ts";
import { placeOf } from "../parse/place.ts";
import { readExact } from "../parse/exact.ts";
import { linesOf } from "../parse/lines.ts";
import { setKey } from "./set-key.ts";
import { type Splice, spliced } from "./splice.ts";
import { writeValue } from "./write-value.ts";

/**
 * A file with those changes that can be made, and how many they are; whatever would break the file, or change anything
 * but the place it is about, is left out.
 */
export function applyChanges(
  file: string,
  text: string,
  changes: readonly Change[],
): { readonly text: string; readonly applied: number } {
  const splices = splicesOf(file, text, changes);
  const changed = spliced(text, splices);
  const applied = new Set(splices.map(({ start }) => start)).size;
  return read(file, changed) === null
    ? { text, applied: 0 }
    : { text: changed, applied };
}

/** The changes that can be made, each tried by itself. */
export function splicesOf(
  file: string,
  text: string,
  changes: readonly Change[],
): Splice[] {
  const exact = readExact(text, linesOf(file, text));
  const root = exact.kind === "read" ? exact.root : null;
  const before = read(file, text);
  return changes.flatMap((change) => {
    const splice = spliceOf(file, text, root, change);
    if (splice === null) return [];
    const after = read(file, spliced(text, [splice]));
    const isComment =
      change.kind === "replace" && textAt(file, text, change.at) === "#";
    return isSound(before, after, change, isComment) ? [splice] : [];
  });
}

/** The first character of a place. */
function textAt(file: string, text: string, { line, column }: Span): string {
  return text.charAt(linesOf(file, text).startOf(line) + column - 1);
}

/** What a text says; null where it cannot be read. */
function read(file: string, text: string): { readonly data: unknown } | null {
  const parsed = parseSource(file, text);
  return parsed.kind === "ok" ? { data: parsed.source.data } : null;
}

function spliceOf(
  file: string,
  text: string,
  root: unknown,
  change: Change,
): Splice | null {
  return change.kind === "replace"
    ? replacement(file, text, root, change)
    : setKey(text, root, change);
}

function replacement(
  file: string,
  text: string,
  root: unknown,
  { at, from, to }: Extract<Change, { kind: "replace" }>,
): Splice | null {
  const lines = linesOf(file, text);
  const start = lines.startOf(at.line) + at.column - 1;
  const end = lines.startOf(at.endLine) + at.endColumn - 1;
  const written = text.slice(start, end);
  if (written === from && isScalarAt(root, start, end))
    return { start, end, text: writeValue(to) };
  // Within quotes, or a variable or link within a text: the name alone.
  const [found, ...others] = placesOf(from, written);
  if (found === undefined || others.length > 0) return null;
  const within = start + found;
  return { start: within, end: within + from.length, text: to };
}

/** Whether a key or a value stands there as a whole, without quotes. */
function isScalarAt(root: unknown, start: number, end: number): boolean {
  let found = false;
  if (isNode(root))
    visit(root, {
      Scalar: (_, node) => {
        const place = placeOf(node);
        if (place.start !== start || place.end !== end) return undefined;
        found = true;
        return visit.BREAK;
      },
    });
  return found;
}

/** Where a name stands by itself. */
function placesOf(name: string, text: string): number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(name);
    at !== -1;
    at = text.indexOf(name, at + 1)
  ) {
    const around = (text[at - 1] ?? " ") + (text[at + name.length] ?? " ");
    if (!/[\w-]/.test(around)) places.push(at);
  }
  return places;
}

/** Whether the file says what was meant: for a key, nothing else has changed; else, it can still be read. */
function isSound(
  before: ReturnType<typeof read>,
  after: ReturnType<typeof read>,
  change: Change,
  isComment: boolean,
): boolean {
  if (after === null || before === null) return after !== null;
  if (change.kind === "set-key")
    return isDeepStrictEqual(withKey(before.data, change), after.data);
  // A comment says nothing.
  return isComment || !isDeepStrictEqual(before.data, after.data);
}

/** The data with the key that was meant. */
function withKey(
  whole: unknown,
  { path, key, value }: Extract<Change, { kind: "set-key" }>,
): unknown {
  const [step, ...rest] = path;
  if (step === undefined)
    return isData(whole)
      ? { ...whole, [key]: value }
      : { label: String(whole), [key]: value };
  const inside = { kind: "set-key", file: "", path: rest, key, value } as const;
  if (Array.isArray(whole))
    return whole.map((item, i) => (i === step ? withKey(item, inside) : item));
  const known = data(whole);
  return { ...known, [step]: withKey(known[step], inside) };
}
