import { sections } from "../orders/table.ts";
import {
  type DropOff,
  FEW,
  type FunnelDropOff,
  nameOf,
  type PageDropOff,
} from "./report.ts";

const BAR = 24;
/** Of a head as much as leaves room for the figures. */
const HEAD_MAX = 48;

export const DROP_OFF_HEADS = [
  "page",
  "says first",
  "seen",
  "left here",
  "looked at",
] as const;

/** The report as text: a table for each funnel, with a bar as long as a page was seen often. */
export function dropOffText(report: DropOff): string {
  const { funnels } = report;
  const tables = funnels.map((funnel) => {
    const most = mostOf(funnel);
    const rows = funnel.pages.map((page) => [
      ...rowOf(page),
      "#".repeat(Math.round(((page.seen ?? 0) / most) * BAR)),
    ]);
    return [nameOf(funnel), { heads: [...DROP_OFF_HEADS, ""], rows }] as const;
  });
  const [, ...lines] = sections(Object.fromEntries(tables));
  const what = funnels.length === 0 ? ["Nobody was counted."] : lines;
  return `${[daysOf(report), "", ...what].join("\n")}\n`;
}

/** `2026-11-24 up to now`: the days that a report is of. */
export function daysOf({ since, before }: DropOff): string {
  return before === null
    ? `From ${since} up to now (UTC)`
    : `From ${since} up to the day before ${before} (UTC)`;
}

/** The figures of a page in words, in the order of `DROP_OFF_HEADS`. */
export function rowOf(page: PageDropOff): string[] {
  const { seen, left, median_s } = page;
  const head = page.head ?? "(no longer there)";
  const shown =
    head.length > HEAD_MAX ? `${head.slice(0, HEAD_MAX - 1)}…` : head;
  if (seen === null) return [page.page, shown, `under ${FEW}`, "", ""];
  return [
    page.page,
    shown,
    String(seen),
    left === null
      ? "the end"
      : `${left} (${((left / seen) * 100).toFixed(1)} %)`,
    median_s === null ? "" : secondsOf(median_s),
  ];
}

/** How often the page was seen that was seen most. */
export function mostOf({ pages }: FunnelDropOff): number {
  return Math.max(1, ...pages.map(({ seen }) => seen ?? 0));
}

function secondsOf(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}
