import { isDeepStrictEqual } from "node:util";
import { isNode, visit } from "yaml";
import type { Change } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { parseSource, withoutMark } from "../parse/source.ts";
import { placeOf } from "../parse/place.ts";
import { readExact } from "../parse/exact.ts";
import { linesOf } from "../parse/lines.ts";
import type { Addition } from "./add-items.ts";
import { editOpened, open } from "./edit.ts";
import { type Splice, spliced } from "./splice.ts";
import { writeValue } from "./write-value.ts";

/**
 * A file with those fixes that can be made, each as a whole, and how many they are. What would break the file, or change
 * anything but the place it is about, is left out; of two in one place, the second.
 */
export function applyFixes(
  file: string,
  text: string,
  fixes: readonly (readonly Change[])[],
): { readonly text: string; readonly applied: number } {
  const made: Splice[] = [];
  const opened = open(file, text);
  let applied = 0;
  for (const { changes, count } of together(fixes)) {
    const splices = splicesOf(file, text, changes, opened);
    const isWhole = splices.length === changes.length;
    if (!isWhole || splices.some((splice) => isTaken(splice, made))) continue;
    made.push(...splices);
    applied += count;
  }
  const changed = spliced(text, made);
  return read(file, changed) === null
    ? { text, applied: 0 }
    : { text: changed, applied };
}

/** Fixes that are made as one, and how many they are. */
interface Joined {
  readonly changes: readonly Change[];
  readonly count: number;
}

/** What several fixes add to one list is added at once: it has one place, and a list can be made only once. */
function together(fixes: readonly (readonly Change[])[]): Joined[] {
  const lists = new Map<string, { addition: Addition; count: number }>();
  const others: Joined[] = [];
  for (const changes of fixes) {
    const [change, ...more] = changes;
    if (change?.kind !== "add-items" || more.length > 0) {
      others.push({ changes, count: 1 });
      continue;
    }
    const list = JSON.stringify([change.path, change.key]);
    const known = lists.get(list);
    const items = distinct([...(known?.addition.items ?? []), ...change.items]);
    const count = (known?.count ?? 0) + 1;
    lists.set(list, { addition: { ...change, items }, count });
  }
  const joined = [...lists.values()].map(({ addition, count }) => ({
    changes: [addition],
    count,
  }));
  return [...others, ...joined];
}

function distinct<T>(list: readonly T[]): T[] {
  return list.filter(
    (one, i) => list.findIndex((other) => isDeepStrictEqual(one, other)) === i,
  );
}

function isTaken({ start, end }: Splice, made: readonly Splice[]): boolean {
  return made.some(
    (one) => one.start === start || (one.start < end && start < one.end),
  );
}

/** The changes that can be made, each tried by itself. */
export function splicesOf(
  file: string,
  text: string,
  changes: readonly Change[],
  opened = open(file, text),
): Splice[] {
  return changes.flatMap((change) => {
    if (change.kind === "replace") return replacement(file, text, change);
    const edited = editOpened(opened, change);
    return edited.kind === "edited" ? [edited.splice] : [];
  });
}

type Replacement = Extract<Change, { kind: "replace" }>;

/** What is written in another way: no other value of the file may go with it, and it can be read afterwards. */
function replacement(
  file: string,
  text: string,
  change: Replacement,
): Splice[] {
  // Places count from behind a mark of the encoding.
  const body = withoutMark(text);
  const mark = text.length - body.length;
  const splice = replacing(file, body, change);
  if (splice === null) return [];
  const before = read(file, body);
  const after = read(file, spliced(body, [splice]));
  if (after === null) return [];
  // A comment says nothing.
  const isComment = textAt(file, body, change.at) === "#";
  const isOther =
    before === null || !isDeepStrictEqual(before.data, after.data);
  const { start, end } = splice;
  return isComment || isOther
    ? [{ ...splice, start: start + mark, end: end + mark }]
    : [];
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

function replacing(
  file: string,
  text: string,
  { at, from, to }: Replacement,
): Splice | null {
  const lines = linesOf(file, text);
  const start = lines.startOf(at.line) + at.column - 1;
  const end = lines.startOf(at.endLine) + at.endColumn - 1;
  const written = text.slice(start, end);
  const exact = readExact(text, lines);
  const root = exact.kind === "read" ? exact.root : null;
  if (written === from && isScalarAt(root, start, end))
    return { start, end, text: writeValue(to) };
  // Within quotes, or a variable or link within a text: the name alone. What a variable says in its place may have it too.
  const [variable = written] = /^\{\{[^|}]*/.exec(written) ?? [];
  const [found, ...others] = placesOf(
    from,
    variable.includes(from) ? variable : written,
  );
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
