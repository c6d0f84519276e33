import { isDeepStrictEqual } from "node:util";
import { isNode, visit } from "yaml";
import type { Change } from "../diagnostics/diagnostic.ts";
import { data, isData } from "../schema/read.ts";
import { placeOf } from "../parse/place.ts";
import { readExact } from "../parse/exact.ts";
import { linesOf } from "../parse/lines.ts";
import { setKey } from "./set-key.ts";
import { type Splice, spliced } from "./splice.ts";
import { writeValue } from "./write-value.ts";

/**
 * A file with those changes that can be made, and how many they are. Each is tried by itself first: whatever would break
 * the file, or change anything but the place it is about, is left out.
 */
export function applyChanges(
  file: string,
  text: string,
  changes: readonly Change[],
): { readonly text: string; readonly applied: number } {
  const before = readExact(text, linesOf(file, text));
  const root = before.kind === "read" ? before.root : null;
  const splices = changes.flatMap((change) => {
    const splice = spliceOf(file, text, root, change);
    return splice !== null && isSound(file, text, change, splice)
      ? [splice]
      : [];
  });
  const changed = spliced(text, splices);
  const applied = new Set(splices.map(({ start }) => start)).size;
  const after = readExact(changed, linesOf(file, changed));
  return after.kind === "read"
    ? { text: changed, applied }
    : { text, applied: 0 };
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
  file: string,
  text: string,
  change: Change,
  splice: Splice,
): boolean {
  const read = (content: string) => readExact(content, linesOf(file, content));
  const [before, after] = [read(text), read(spliced(text, [splice]))];
  if (after.kind !== "read" || before.kind !== "read")
    return after.kind === "read";
  return change.kind === "set-key"
    ? isDeepStrictEqual(withKey(before.data, change), after.data)
    : !isDeepStrictEqual(before.data, after.data);
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
