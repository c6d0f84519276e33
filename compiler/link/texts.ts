import type { Path } from "../diagnostics/span.ts";
import { onceFor } from "../memoize.ts";

/** A text of a file, and where it stands. */
export interface WrittenText {
  readonly text: string;
  readonly place: Place;
  /** Which filters were asked of this text, in this file or another, and which it passed. */
  readonly asked: Asked;
}

/** A bit for each filter. */
interface Asked {
  filters: number;
  passed: number;
}

/** A question that rules ask of every text and that hardly any text answers with yes. */
export interface TextFilter {
  readonly passes: (text: string) => boolean;
  readonly bit: number;
}

/** A key, or a position in a list, and the place that it is in; null: at the top of the file. */
interface Place {
  readonly key: string | number;
  readonly within: Place | null;
}

/**
 * Every text of a file's data, in its order. Worked out once: many rules look for something in all of them, and hardly
 * any text has it. Paths of all would take longer to make than the texts to read.
 */
export function textsOf(data: unknown): readonly WrittenText[] {
  return typeof data === "object" && data !== null ? allOf(data) : [];
}

const allOf = onceFor((data: object): WrittenText[] => {
  const texts: WrittenText[] = [];
  collect(data, null, texts);
  return texts;
});

function collect(
  value: object,
  within: Place | null,
  texts: WrittenText[],
): void {
  const isList = Array.isArray(value);
  for (const [name, item] of Object.entries(value)) {
    const isText = typeof item === "string";
    if (!isText && (typeof item !== "object" || item === null)) continue;
    const place = { key: isList ? Number(name) : name, within };
    if (isText) texts.push({ text: item, place, asked: askedOf(item) });
    else collect(item, place, texts);
  }
}

export function pathOf({ key, within }: Place): Path {
  return within === null ? [key] : [...pathOf(within), key];
}

const MOST_FILTERS = 31;
let filters = 0;

/** @param passes depends on nothing but the text */
export function textFilter(passes: TextFilter["passes"]): TextFilter {
  // What comes after all bits are given away is asked each time.
  const bit = filters < MOST_FILTERS ? 1 << filters : 0;
  filters += 1;
  return { passes, bit };
}

/** The texts of a file that pass a filter, in their order. */
export function textsWith(data: unknown, filter: TextFilter): WrittenText[] {
  const found: WrittenText[] = [];
  for (const written of textsOf(data))
    if (passes(written.text, written.asked, filter)) found.push(written);
  return found;
}

/** Whether a text passes a filter. */
export function isPassing(text: string, filter: TextFilter): boolean {
  return passes(text, askedOf(text), filter);
}

function passes(text: string, asked: Asked, filter: TextFilter): boolean {
  const { bit } = filter;
  if (bit === 0) return filter.passes(text);
  if ((asked.filters & bit) === 0) {
    asked.filters |= bit;
    if (filter.passes(text)) asked.passed |= bit;
  }
  return (asked.passed & bit) !== 0;
}

/** So many texts are remembered; funnels of a brand share most of theirs. */
const MOST_TEXTS = 20_000;
const askedOfAll = new Map<string, Asked>();

function askedOf(text: string): Asked {
  const before = askedOfAll.get(text);
  if (before !== undefined) return before;
  if (askedOfAll.size === MOST_TEXTS) askedOfAll.clear();
  const asked = { filters: 0, passed: 0 };
  // A part of a file keeps the whole of it in memory; a copy does not.
  askedOfAll.set(Buffer.from(text).toString(), asked);
  return asked;
}

/** Whether one of these keys leads to what is at a path. */
export function isUnder(keys: ReadonlySet<string>, path: Path): boolean {
  return path.some((key) => keys.has(String(key)));
}
