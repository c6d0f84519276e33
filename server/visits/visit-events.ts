/** The folder `visits` holds what counts how far visitors come, and the report of where they leave. */
import type { CountPages } from "../../generated/api.ts";
import type { CountedPage } from "../db/page-counts.ts";
import { endOf } from "./times.ts";

/** A page was seen, or left for one that the visit had not seen before. */
export type VisitEvent = Pick<CountedPage, "event" | "within_s"> & {
  readonly address: string;
};

/**
 * What is to be counted of a visit, as its tab tells it: each page once as seen, and once as left. The first `told`
 * pages were counted before.
 */
export function eventsOf({
  pages,
  told,
}: Pick<CountPages["body"], "pages" | "told">): VisitEvent[] {
  const seen = new Set<string>();
  const left = new Set<string>();
  return pages.flatMap(({ page, at }, i) => {
    if (seen.has(page)) return [];
    const from = pages[i - 1];
    const isOn = from !== undefined && !left.has(from.page);
    seen.add(page);
    if (from !== undefined) left.add(from.page);
    if (i < told) return [];
    const events: VisitEvent[] = [
      { address: page, event: "seen", within_s: 0 },
    ];
    // A clock that was set back says nothing of how long it was.
    if (isOn && at >= from.at)
      events.push({
        address: from.page,
        event: "on",
        within_s: endOf(at - from.at),
      });
    return events;
  });
}
