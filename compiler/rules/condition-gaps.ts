import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import type { FunnelNode } from "../link/program.ts";
import { sectionsWritten, type Written } from "../link/sections-written.ts";
import { gridOf } from "../link/grid.ts";
import { totalsOf } from "../prove/possible-totals.ts";
import { type Ends, isOn, numberAfter } from "../shared/grid.ts";
import { data, items, number } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";

/**
 * Versions of a text for ranges of one number, side by side: a number at which two of them meet is in one alone, none is
 * left out between two that follow each other, and where they go from the lowest to the highest, none at all.
 */
export const conditionGaps: FunnelRule = (node) => {
  const sections = sectionsWritten(node.source);
  return [
    ...stepsIn(node),
    ...sectionsIn(sections),
    ...pointsIn(sections),
  ].flatMap((versions) => lintRanges(versions, node));
};

/** What is shown for the numbers between two ends; null where it has no end. */
interface Range {
  /** The question, or the score, that the number is of. */
  readonly subject: string;
  readonly of: "answer" | "score";
  readonly low: number | null;
  readonly high: number | null;
  /** Where its ends are written. */
  readonly path: Path;
}

/** The ranges of steps that follow each other directly: others are no versions of each other. */
function stepsIn({ source }: FunnelNode): Range[][] {
  return ["questions", "pages"].flatMap((part) => {
    const runs: Range[][] = [[]];
    for (const [n, step] of items(data(source.data)[part]).entries()) {
      const range = rangeOf(step, [part, n]);
      if (range === null) runs.push([]);
      else runs.at(-1)?.push(range);
    }
    return runs;
  });
}

/** The ranges of the sections of each page. */
function sectionsIn(sections: readonly Written[]): Range[][] {
  const pages = new Map<string, Range[]>();
  for (const { section, path } of sections) {
    const range = rangeOf(section, path);
    if (range === null) continue;
    const page = path.slice(0, -1).join("\0");
    pages.set(page, [...(pages.get(page) ?? []), range]);
  }
  return [...pages.values()];
}

/** The ranges of the points of each section. */
function pointsIn(sections: readonly Written[]): Range[][] {
  return sections.map(({ section, path }) =>
    items(data(section).items).flatMap(
      (point, n) => rangeOf(point, [...path, "items", n]) ?? [],
    ),
  );
}

/** The range that the condition of a step, a section or a point is, and nothing else; null for all others. */
function rangeOf(owner: unknown, path: Path): Range | null {
  const { when } = data(owner);
  if (when === undefined) return null;
  const own = onlyOf(when);
  if (own === null || own.key === "not") return null;
  const isScore = own.key === "score";
  const named = isScore ? onlyOf(own.value) : own;
  if (named === null) return null;
  const { key: subject, value: bounds } = named;
  const low = number(data(bounds).atLeast);
  const high = number(data(bounds).atMost);
  if (low === null && high === null) return null;
  const of = isScore ? "score" : "answer";
  const at = [...path, "when", own.key, ...(isScore ? [subject] : [])];
  return { subject, of, low, high, path: at };
}

/** The one key that something has, and its value; null where there are more or none. */
function onlyOf(value: unknown): { key: string; value: unknown } | null {
  const [only, ...others] = Object.entries(data(value));
  if (only === undefined || others.length > 0) return null;
  return { key: only[0], value: only[1] };
}

function lintRanges(all: readonly Range[], node: FunnelNode): Diagnostic[] {
  if (all.length < 2) return [];
  const subjects = new Map<string, Range[]>();
  for (const range of all) {
    const name = `${range.of} ${range.subject}`;
    subjects.set(name, [...(subjects.get(name) ?? []), range]);
  }
  return [...subjects.values()].flatMap((ranges) => {
    if (ranges.length < 2) return [];
    const sorted = ranges.toSorted(
      (a, b) => (a.low ?? -Infinity) - (b.low ?? -Infinity),
    );
    const numbers = numbersOf(ranges[0], node);
    const isWhole = coversEnds(sorted, numbers);
    return sorted.slice(1).flatMap((range, n): Diagnostic[] => {
      const { low, subject, path } = range;
      const { high = null, path: before = [] } = sorted[n] ?? {};
      if (low === null || high === null) return [];
      const at = () => node.source.span([...path, "atLeast"], "value");
      const note = () => ({
        message: "the range before it ends here",
        at: node.source.span([...before, "atMost"], "value"),
      });
      const words = { subject, both: low };
      if (high === low && (numbers === null || numbers.has(low)))
        return [diagnose("condition/overlap", at(), words, [note()])];
      const missed = numbers === null ? low : numbers.after(high);
      if (missed >= low || !(isWhole || low - high <= 1)) return [];
      return [diagnose("condition/gap", at(), { subject, missed }, [note()])];
    });
  });
}

/** Whether ranges are versions for everybody, from the lowest to the highest number: two may be for the extremes alone. */
function coversEnds(
  sorted: readonly Range[],
  numbers: Numbers | null,
): boolean {
  if (sorted.length < 3 || numbers === null) return false;
  const [first, last] = [numbers.first ?? -Infinity, numbers.last ?? Infinity];
  const isFirst = (sorted[0]?.low ?? -Infinity) <= first;
  return isFirst && sorted.some(({ high }) => (high ?? Infinity) >= last);
}

/** The numbers that there may be. */
interface Numbers extends Ends {
  readonly has: (value: number) => boolean;
  /** The first one beyond another; without an end where there is none. */
  readonly after: (value: number) => number;
}

/** Null where they are not known. */
function numbersOf(range: Range | undefined, node: FunnelNode): Numbers | null {
  const { steps, scores } = node.funnel;
  if (range?.of === "score") {
    const score = scores.find(({ id }) => id === range.subject);
    const totals = score === undefined ? null : totalsOf(score, node);
    return totals === null ? null : oneOf(totals);
  }
  const step = steps.find(({ id }) => id === range?.subject);
  const answer = node.traits.pages[step?.page ?? ""]?.answer;
  if (answer?.kind !== "quantity") return null;
  const grid = gridOf(data(step?.props), answer);
  return {
    first: grid.first,
    last: grid.last,
    has: (value) => isOn(value, grid),
    after: (value) => numberAfter(value, grid),
  };
}

function oneOf(ascending: readonly number[]): Numbers {
  return {
    first: ascending[0] ?? null,
    last: ascending.at(-1) ?? null,
    has: (value) => ascending.includes(value),
    after: (value) => ascending.find((one) => one > value) ?? Infinity,
  };
}
