/** The folder `visits` holds what counts how far visitors come, and the report of where they leave. */
import type { CountPages } from "../../generated/api.ts";
import type { CountedPage } from "../db/page-counts.ts";
import { endOf, NO_TIME } from "./times.ts";

/** A page was seen, or left for one that the visit had not seen before. */
export type VisitEvent<P> = Pick<CountedPage, "event" | "within_s"> & {
  readonly page: P;
};

/**
 * What is to be counted of a visit, as its tab tells it: each page once as seen, and each once as left but for the one
 * that the visit had not gone beyond. The first `told` pages were counted before. `known` are the pages that are
 * counted, by their addresses; whoever goes on to another one has gone on.
 */
export function eventsOf<P extends object>(
  { pages, told }: Pick<CountPages["body"], "pages" | "told">,
  known: ReadonlyMap<string, P>,
): VisitEvent<P>[] {
  // A page is the same one below each mount.
  const shown = pages.map(({ page, at }) => ({
    page: known.get(page) ?? page,
    at,
  }));
  const first = new Map<P | string, number>();
  for (const [i, { page }] of shown.entries())
    if (!first.has(page)) first.set(page, i);
  let before: P | string | null = null;
  return [...first].flatMap(([page, i]) => {
    const from = before;
    before = page;
    if (i < told) return [];
    return [
      ...eventOf(page, "seen", 0),
      ...(from === null ? [] : eventOf(from, "on", timeOf(from, shown))),
    ];
  });
}

function eventOf<P extends object>(
  page: P | string,
  event: CountedPage["event"],
  within_s: number,
): VisitEvent<P>[] {
  return typeof page === "string" ? [] : [{ page, event, within_s }];
}

/** How long a page was on the screen when it came there first. */
function timeOf(
  page: unknown,
  shown: readonly { readonly page: unknown; readonly at: number }[],
): number {
  const i = shown.findIndex((one) => one.page === page);
  const at = shown[i]?.at ?? 0;
  const next = shown.slice(i).find((one) => one.page !== page)?.at ?? at;
  // A clock that was set back says nothing of how long it was.
  return next < at ? NO_TIME : endOf(next - at);
}
