import { isDeepStrictEqual } from "node:util";
import { plainText } from "../link/plain-text.ts";
import { data, isData, items } from "../schema/read.ts";
import type { Block, Markdown, Text } from "../shared/contract.ts";
import type { Area, Told } from "./change.ts";

/** A difference between two values, with the area it belongs to. */
export type Found = Told & { readonly area: Area };

/** The differences of linked properties, by the smallest thing that somebody would name. */
export function propsChanges(before: unknown, after: unknown): Found[] {
  return compare(before, after, "");
}

function compare(before: unknown, after: unknown, name: string): Found[] {
  if (isDeepStrictEqual(before, after)) return [];
  const texts = [wordsOf(before), wordsOf(after)] as const;
  if (texts[0] !== undefined && texts[1] !== undefined)
    return [found(areaOf(name), name, texts[0], texts[1])];
  if (Array.isArray(before) || Array.isArray(after))
    return compareLists(items(before), items(after), name);
  if (isData(before) && isData(after) && !isPicture(before))
    return keysOf(before, after).flatMap((key) =>
      compare(before[key], after[key], name === "" ? key : `${name} ${key}`),
    );
  return [found(areaOf(name), name, shown(before), shown(after))];
}

function found(
  area: Area,
  name: string,
  before: string | null,
  after: string | null,
): Found {
  return { area, what: name, before, after };
}

/** Lists are compared item by item where each has a name of its own; else by their place. */
function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  name: string,
): Found[] {
  const names = nameItems(before, after);
  if (names === null)
    return pairs(before, after).flatMap(([one, other, place]) =>
      one === undefined || other === undefined
        ? [found(areaOf(name), `${name} ${place}`, shown(one), shown(other))]
        : compare(one, other, `${name} ${place}`),
    );
  const [first, second] = names;
  const keys = [...new Set([...first.keys(), ...second.keys()])];
  const moved = orderOf(first, second) !== orderOf(second, first);
  return [
    ...keys.flatMap((key) => {
      const inside = `${name} "${key}"`;
      const [one, other] = [first.get(key), second.get(key)];
      return one === undefined || other === undefined
        ? [found(areaOf(name), inside, shown(one), shown(other))]
        : compare(one, other, inside);
    }),
    ...(moved
      ? [
          found(
            "settings",
            `order of ${name}`,
            [...first.keys()].join(", "),
            [...second.keys()].join(", "),
          ),
        ]
      : []),
  ];
}

type Pair = readonly [before: unknown, after: unknown, place: number];

/** Items without names: what is the same on both sides is left out, and of the rest, those of one kind belong together. */
function pairs(before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const rest = [...after.entries()];
  const take = (fits: (item: unknown) => boolean) => {
    const at = rest.findIndex(([, item]) => fits(item));
    return at === -1 ? undefined : rest.splice(at, 1)[0];
  };
  const changed = [...before.entries()].filter(
    ([, one]) => take((other) => isDeepStrictEqual(one, other)) === undefined,
  );
  const kindOf = (item: unknown) => data(item).section ?? typeof item;
  const paired = changed.map(([i, one]): Pair => {
    const [, other] = take((item) => kindOf(item) === kindOf(one)) ?? [];
    return [one, other, i + 1];
  });
  return [
    ...paired,
    ...rest.map(([i, item]): Pair => [undefined, item, i + 1]),
  ];
}

/** The names that both have, in the order of the first. */
function orderOf(
  first: ReadonlyMap<string, unknown>,
  second: ReadonlyMap<string, unknown>,
): string {
  return [...first.keys()].filter((key) => second.has(key)).join("\n");
}

type Named = Map<string, unknown>;

/** Both lists by the names of their items: a stored value, a product, a label; null where not every item has one. */
function nameItems(
  before: readonly unknown[],
  after: readonly unknown[],
): readonly [Named, Named] | null {
  for (const key of ["value", "product", "id", "question"]) {
    const lists = [before, after].map((list) =>
      list.map((item) => data(item)[key]),
    );
    const isNamed = lists.every(
      (names) =>
        names.every((name) => typeof name === "string") &&
        new Set(names).size === names.length,
    );
    const [first = [], second = []] = lists;
    if (isNamed && first.length + second.length > 0)
      return [by(before, first), by(after, second)];
  }
  return null;
}

function by(list: readonly unknown[], names: readonly unknown[]): Named {
  return new Map(list.map((item, i) => [String(names[i]), item]));
}

function keysOf(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

/** Which area a property belongs to, by its name. */
function areaOf(name: string): Area {
  if (/\b(product|regular|plans|default|minutes|code)\b/.test(name))
    return "money";
  if (/\b(picture|src|poster|layout|look|style|alt)\b/.test(name))
    return "looks";
  if (/\b(fields|contact|consent)\b/.test(name)) return "asked";
  if (/\b(points|min|max|step|days|when|none)\b/.test(name)) return "settings";
  return "texts";
}

function isPicture(value: unknown): boolean {
  return typeof data(value).src === "string";
}

/** A value in one line; null for what is not there. */
function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const words = wordsOf(value);
  if (words !== undefined) return words;
  const { src, label, heading, section } = data(value);
  const named = [src, label, heading, section].map(wordsOf).find(Boolean);
  return named ?? JSON.stringify(value);
}

/** The words of a text; undefined for what is none. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean")
    return String(value);
  if (isText(value)) return plainText(value);
  return isMarkdown(value) ? value.map(blockWords).join(" ¶ ") : undefined;
}

function blockWords(block: Block): string {
  return block.kind === "list"
    ? block.items.map((item) => `• ${plainText(item)}`).join(" ")
    : plainText(block.children);
}

const INLINE = new Set(["strong", "em", "link", "break", "variable"]);
const BLOCK = new Set(["paragraph", "heading", "list"]);

function isText(value: unknown): value is Text {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (part) => typeof part === "string" || INLINE.has(String(data(part).kind)),
    ) &&
    value.some((part) => typeof part !== "string")
  );
}

function isMarkdown(value: unknown): value is Markdown {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part) => BLOCK.has(String(data(part).kind)))
  );
}
