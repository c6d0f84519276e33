import { DAY_MS } from "../durations.ts";
import { type PageCount, sumPageCounts } from "../db/page-counts.ts";
import type { Database } from "../db/tables.ts";
import { allow, readPart, readText, wrong } from "../orders/asked.ts";
import type { Hosts, SiteFunnel } from "../site.ts";
import type { PageCounter } from "./page-counter.ts";
import { medianOf } from "./times.ts";

/** Of a page that fewer visits have seen, nothing is told: who they were might be guessed. */
export const FEW = 10;
/** Today included. */
const DAYS = 7;

/** How many visits a page had, and what became of them. */
export interface PageDropOff {
  /** The id of its step. */
  readonly page: string;
  /** What it says first; null where the content has it no more. */
  readonly head: string | null;
  readonly address: string | null;
  /** Null: fewer than ten; then nothing else is told. */
  readonly seen: number | null;
  /** How many went on to a page that they had not seen, and how many did not; null at the end of the funnel. */
  readonly on: number | null;
  readonly left: number | null;
  /** How long it was looked at by half of those who went on, in seconds; above five minutes it is 300. */
  readonly median_s: number | null;
}

export interface FunnelDropOff {
  readonly brand: string;
  readonly funnel: string;
  /** In the order of the funnel; those that the content has no more come last. */
  readonly pages: readonly PageDropOff[];
}

export interface DropOff {
  /** Days of UTC: the first one, and the first one behind the last; null: up to today. */
  readonly since: string;
  readonly before: string | null;
  readonly funnels: readonly FunnelDropOff[];
}

export interface DropOffServices {
  readonly db: Database;
  readonly hosts: Hosts;
  readonly pageCounter: PageCounter;
  readonly now: () => Date;
}

/**
 * Where visitors leave, as a query asks for it: `funnel` (`calm/adhd`; left out, all that were seen), `since` and
 * `before`; the last seven days where it says nothing. Throws a 422 for anything else.
 */
export async function reportDropOff(
  { db, hosts, pageCounter, now }: DropOffServices,
  query: Readonly<Record<string, unknown>>,
): Promise<DropOff> {
  allow(query, ["funnel", "since", "before"]);
  const { since, before } = readPart({ ...query, limit: undefined });
  const asked = {
    funnel: readFunnel(query),
    since: dayOf(since ?? new Date(now().getTime() - (DAYS - 1) * DAY_MS)),
    before: before === null ? null : dayOf(before.at),
  };
  // What this process has seen in the last seconds as well.
  await pageCounter.flush();
  const counts = await sumPageCounts(db, asked);
  const funnels = grouped(counts, ({ brand, funnel }) =>
    JSON.stringify([brand, funnel]),
  );
  return {
    since: asked.since,
    before: asked.before,
    funnels: [...funnels.values()]
      .flatMap(([first, ...others]) =>
        first === undefined ? [] : ofFunnel([first, ...others], hosts),
      )
      .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
  };
}

/** `calm/adhd`. */
export function nameOf({ brand, funnel }: FunnelDropOff): string {
  return `${brand}/${funnel}`;
}

function readFunnel(query: Readonly<Record<string, unknown>>) {
  const text = readText(query, "funnel");
  if (text === null) return null;
  const [brand = "", id = "", ...more] = text.split("/");
  if (brand === "" || id === "" || more.length > 0)
    throw wrong(
      "funnel",
      "has to be a brand and its funnel, such as calm/adhd",
    );
  return { brand, id };
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

type Count = Omit<PageCount, "day">;

function grouped(
  counts: readonly Count[],
  keyOf: (count: Count) => string,
): ReadonlyMap<string, readonly Count[]> {
  const groups = new Map<string, Count[]>();
  for (const count of counts) {
    const group = groups.get(keyOf(count));
    if (group === undefined) groups.set(keyOf(count), [count]);
    else group.push(count);
  }
  return groups;
}

function ofFunnel(
  counts: readonly [Count, ...Count[]],
  hosts: Hosts,
): FunnelDropOff {
  const [{ brand, funnel }] = counts;
  const known =
    hosts.named(brand)?.funnels?.find(({ id }) => id === funnel)?.counted ?? [];
  const ofPages = grouped(counts, ({ page }) => page);
  const gone = [...ofPages.keys()]
    .filter((page) => known.every(({ id }) => id !== page))
    .toSorted();
  return {
    brand,
    funnel,
    pages: [
      ...known.map((page) => ofPage(page.id, page, ofPages.get(page.id) ?? [])),
      ...gone.map((page) => ofPage(page, null, ofPages.get(page) ?? [])),
    ],
  };
}

type KnownPage = NonNullable<SiteFunnel["counted"]>[number];

function ofPage(
  page: string,
  known: KnownPage | null,
  counts: readonly Count[],
): PageDropOff {
  const sum = (event: Count["event"]) =>
    counts
      .filter((one) => one.event === event)
      .reduce((all, { count }) => all + count, 0);
  const told = {
    page,
    head: known?.head ?? null,
    address: known?.addresses[0] ?? null,
  };
  const none = { ...told, on: null, left: null, median_s: null };
  const seen = sum("seen");
  if (seen < FEW) return { ...none, seen: null };
  if (known?.isEnd === true) return { ...none, seen };
  // Who went on today may have seen the page yesterday.
  const on = Math.min(seen, sum("on"));
  const times = new Map<number, number>();
  for (const { event, within_s, count } of counts)
    if (event === "on") times.set(within_s, count);
  return { ...told, seen, on, left: seen - on, median_s: medianOf(times) };
}
