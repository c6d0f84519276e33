import { isScalar, type YAMLSeq } from "yaml";
import type { Finding } from "./finding.ts";
import { placeOf } from "./place.ts";
import { quoted } from "./quoted.ts";

/** What the first part of a number with a comma ends with; no span, such as `18-24`. */
const FIRST = /(?:^|[^\d.-])\d{1,3}$/;
/** What a further part begins with: `000 steps`, `50 euros`. */
const FURTHER = /^(?:\d{3}(?!\d)|\d{1,2}(?:$|[\s%€$£\p{L}]))/u;
const NUMBER = /^\d+$/;

interface Item {
  readonly start: number;
  readonly end: number;
  /** As it is written; of anything but a text without quotes, nothing. */
  readonly written: string;
}

/**
 * `[1,000 steps, 2,500 steps]`: a comma in a number ends the item. Lists of numbers alone, and those in which no comma
 * has a space behind it, are written so on purpose.
 */
export function splitItems(list: YAMLSeq, text: string): Finding[] {
  if (list.flow !== true) return [];
  const runs: Item[][] = [];
  let hasSpaces = false;
  for (const node of list.items) {
    const isPlain = isScalar(node) && node.type === "PLAIN";
    const written = isPlain ? (node.source ?? "") : "";
    const item = { ...placeOf(node), written };
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (before !== undefined && item.start > before.end + 1) hasSpaces = true;
    if (run !== undefined && goesOn(run, item)) run.push(item);
    else runs.push([item]);
  }
  return hasSpaces
    ? runs.filter(isSplit).map((run) => splitItem(run, text))
    : [];
}

function goesOn(run: readonly Item[], { start, written }: Item): boolean {
  const before = run.at(-1);
  if (before?.end !== start - 1 || !FURTHER.test(written)) return false;
  return (run.length === 1 ? FIRST : /\d$/).test(before.written);
}

function isSplit(run: readonly Item[]): boolean {
  return run.length > 1 && !run.every(({ written }) => NUMBER.test(written));
}

function splitItem(run: readonly Item[], text: string): Finding {
  const start = run[0]?.start ?? 0;
  const end = run.at(-1)?.end ?? start;
  const written = text.slice(start, end);
  const read = run.map((item) => `"${item.written}"`).join(" and ");
  return {
    code: "yaml/needs-quotes",
    message: `the comma ends the item, so ${written} is read as ${read}`,
    hint: `write ${quoted(written)}; if these are several items, write a space after the comma`,
    start,
    end,
  };
}
