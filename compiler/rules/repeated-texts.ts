import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import { data, items, text } from "../schema/read.ts";
import type { Source } from "../parse/source.ts";
import type { SourceRule } from "./rule.ts";

/** Lists of a section whose entries are read one after the other. */
const LISTS = ["items", "rows", "stages"];

/** What of an entry tells it from the others, the first that it has. */
const TELLING = ["q", "question", "score", "text"];

/** Nobody reads the same twice where two things were meant: it was left from a copy. */
export const repeatedTexts: SourceRule = (source) => {
  const found: Diagnostic[] = [];
  visit(source.data, [], source, found);
  return found;
};

function visit(
  value: unknown,
  path: Path,
  source: Source,
  found: Diagnostic[],
): void {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries())
      visit(item, [...path, i], source, found);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const held = data(value);
  const at = (place: Path, first: Path) => {
    const note = {
      message: "first written here",
      at: source.span(first, "value"),
    };
    found.push(
      diagnose("text/repeated", source.span(place, "value"), undefined, [note]),
    );
  };
  if (text(held.low) !== "" && text(held.low) === text(held.high))
    at([...path, "high"], [...path, "low"]);
  for (const [first, second] of usedInARow(held.sections))
    at([...path, "sections", second], [...path, "sections", first]);
  for (const key of LISTS)
    for (const [first, second] of alikeIn(held[key]))
      at([...path, key, second], [...path, key, first]);
  for (const [key, below] of Object.entries(held))
    visit(below, [...path, key], source, found);
}

type Pair = readonly [number, number];

/** A shared section that follows itself. */
function usedInARow(sections: unknown): Pair[] {
  const names = items(sections).map((section) => text(data(section).use));
  return names.flatMap((name, i) =>
    name !== "" && name === names[i - 1] ? [[i - 1, i] as const] : [],
  );
}

/** Entries that read the same, and are shown to the same visitors. */
function alikeIn(list: unknown): Pair[] {
  const first = new Map<string, number>();
  return items(list).flatMap((item, i) => {
    const { when, ...entry } = data(item);
    const key = TELLING.find((one) => entry[one] !== undefined);
    const words =
      text(item) ||
      (key === undefined
        ? JSON.stringify(entry)
        : `${key} ${text(entry[key])}`);
    const own = `${JSON.stringify(when)} ${words}`;
    const earlier = first.get(own);
    if (words === "{}" || earlier === undefined) {
      first.set(own, i);
      return [];
    }
    return [[earlier, i] as const];
  });
}
