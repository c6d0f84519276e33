import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Lexer } from "yaml";
import type { DataChange } from "../diagnostics/change.ts";
import type { Path } from "../diagnostics/span.ts";
import { parseSource } from "../parse/source.ts";
import { fuzz, seed } from "../testing/fuzz.ts";
import { data } from "../schema/read.ts";
import { ROOT } from "../testing/root.ts";
import { readContent } from "../workspace/content.ts";
import { type Edited, editOpened, open } from "./edit.ts";
import { intended } from "./intended.ts";

const edit = (text: string, change: DataChange): Edited =>
  editOpened(open(change.file, text), change);

const FILES = readContent(join(ROOT, "funnels")).map(({ name, text }) => ({
  name,
  text,
  places: placesIn(dataOf(name, text)),
}));

function dataOf(name: string, text: string): unknown {
  const parsed = parseSource(name, text);
  if (parsed.kind === "refused")
    throw new Error(parsed.diagnostics[0]?.message);
  return parsed.source.data;
}

interface Place {
  readonly path: Path;
  readonly value: unknown;
}

function placesIn(value: unknown, path: Path = []): Place[] {
  const inner =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, below]) =>
          placesIn(below, [...path, Array.isArray(value) ? Number(key) : key]),
        )
      : [];
  return [{ path, value }, ...inner];
}

const TEXT = fc.oneof(
  fc.constantFrom(
    "Two words",
    "a: b",
    "- c",
    "",
    "5",
    "true",
    "{{ name | you }}",
    'it\'s "so"',
    "one\ntwo\n",
    "one\n\n  two",
    "# no",
    "a, b]",
  ),
  fc.string({ unit: "grapheme-ascii", maxLength: 30 }),
);
const VALUE = fc.oneof(
  TEXT,
  fc.integer(),
  fc.boolean(),
  fc.array(TEXT, { maxLength: 3 }),
  fc.record(
    { id: TEXT, t: TEXT, items: fc.array(TEXT, { maxLength: 3 }) },
    { noNullPrototype: true },
  ),
);
type Fresh = typeof VALUE extends fc.Arbitrary<infer V> ? V : never;

const FILE = fc.constantFrom(...FILES);
/** A file, a place in it, something to put there, and numbers to pick by. */
const ANYWHERE = FILE.chain(({ name, text, places }) =>
  fc.tuple(
    fc.constant({ name, text }),
    fc.constantFrom(...places),
    VALUE,
    fc.tuple(fc.nat(), fc.nat(), fc.nat()),
  ),
);

/** One of the changes that can be made at a place. */
function changeAt(
  file: string,
  { path, value }: Place,
  fresh: Fresh,
  [kind, one, other]: readonly [number, number, number],
): DataChange {
  const at = { file, path };
  if (Array.isArray(value)) {
    const index = one % Math.max(1, value.length);
    const to = other % Math.max(1, value.length);
    if (value.length === 0 || kind % 3 === 0)
      return {
        ...at,
        kind: "insert-item",
        index: one % (value.length + 1),
        value: fresh,
      };
    return kind % 3 === 1
      ? { ...at, kind: "remove-item", index }
      : { ...at, kind: "move-item", from: index, to };
  }
  if (typeof value !== "object" || value === null)
    return typeof fresh === "object"
      ? { ...at, kind: "set-value", value: "In other words" }
      : { ...at, kind: "set-value", value: fresh };
  const keys = Object.keys(value);
  const key = keys[one % keys.length] ?? "";
  if (kind % 4 === 3)
    return {
      ...at,
      kind: "add-items",
      key: Array.isArray(data(value)[key]) ? key : "new",
      items: [fresh, "more"],
    };
  return kind % 3 === 0
    ? { ...at, kind: "remove-key", key }
    : {
        ...at,
        kind: "set-key",
        key: kind % 3 === 1 ? "new" : key,
        value: fresh,
      };
}

/** The comments of a text, sorted. */
function commentsIn(text: string): string[] {
  return [...new Lexer().lex(text)]
    .filter((token) => token.startsWith("#"))
    .toSorted();
}

const TAKES_AWAY: readonly DataChange["kind"][] = ["remove-item", "remove-key"];

test(`any change of the shipped content is made by the bytes of one place, or refused (seed ${seed})`, () => {
  let made = 0;
  const refused: string[] = [];
  fc.assert(
    fc.property(ANYWHERE, ([{ name, text }, place, fresh, picks]) => {
      const change = changeAt(name, place, fresh, picks);
      const edited = edit(text, change);
      if (edited.kind === "refused") {
        refused.push(`${JSON.stringify(change)}: ${edited.reason}`);
        return;
      }
      made += 1;
      const goal = intended(dataOf(name, text), change);
      expect(dataOf(name, edited.text)).toEqual(goal?.data);
      const { start, end, text: written } = edited.splice;
      expect(edited.text).toBe(
        text.slice(0, start) + written + text.slice(end),
      );
      const isKept =
        TAKES_AWAY.includes(change.kind) || isOverBlock(change, place.value);
      if (!isKept) expect(commentsIn(edited.text)).toEqual(commentsIn(text));
    }),
    fuzz(30),
  );
  // Between brackets over several lines, and in the first line of an item, a comment can stand in the way.
  expect(refused.length).toBeLessThan(made / 100);
});

/** What was below a key goes with it. */
function isOverBlock(change: DataChange, value: unknown): boolean {
  if (change.kind !== "set-key") return false;
  const before = new Map(Object.entries(value ?? {})).get(change.key);
  return typeof before === "object" && before !== null;
}

const LISTS = FILE.chain((file) =>
  fc.tuple(
    fc.constant(file),
    fc.constantFrom(
      ...file.places.filter(
        ({ value }) => Array.isArray(value) && value.length > 1,
      ),
    ),
    fc.nat(),
    fc.nat(),
  ),
);

test(`an item that moves there and back leaves every byte as it was (seed ${seed})`, () => {
  fc.assert(
    fc.property(LISTS, ([{ name, text }, { path, value }, one, other]) => {
      const length = Array.isArray(value) ? value.length : 1;
      const [from, to] = [one % length, other % length];
      const move = (within: string, a: number, b: number): Edited =>
        edit(within, { kind: "move-item", file: name, path, from: a, to: b });
      const there = move(text, from, to);
      if (there.kind === "refused") throw new Error(there.reason);
      const back = move(there.text, to, from);
      if (back.kind === "refused") throw new Error(back.reason);
      expect(back.text).toBe(text);
    }),
    fuzz(25),
  );
});

test(`an item that comes and goes again leaves every byte as it was (seed ${seed})`, () => {
  fc.assert(
    fc.property(LISTS, ([{ name, text }, { path, value }, one]) => {
      const index = one % ((Array.isArray(value) ? value.length : 0) + 1);
      const at = { file: name, path, index };
      const there = edit(text, { ...at, kind: "insert-item", value: "New" });
      if (there.kind === "refused") throw new Error(there.reason);
      const back = edit(there.text, { ...at, kind: "remove-item" });
      if (back.kind === "refused") throw new Error(back.reason);
      expect(isDeepStrictEqual(back.text, text)).toBe(true);
    }),
    fuzz(25),
  );
});
