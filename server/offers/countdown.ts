import type { AppContext } from "../http/app-env.ts";
import {
  findDeadline,
  type Holders,
  startCountdown,
} from "../db/countdowns.ts";
import type { Database } from "../db/tables.ts";
import { readHeader } from "../http/app-env.ts";
import { ProblemError } from "../http/problem.ts";
import { pathOf } from "../http/safe-path.ts";
import type { SiteBrand } from "../site.ts";

type Countdown = SiteBrand["countdowns"][number];

/** A tap in the last second is on its way for a while; milliseconds. */
const GRACE_MS = 10_000;
/** What was confirmed in time can be opened or charged for so long after the end, in milliseconds. */
export const HOLD_MS = 300_000;

interface OfferServices {
  readonly db: Database;
  readonly now: () => Date;
}

/**
 * Starts the countdown of a funnel, or goes on with it. `leftMs` is what the visitor's page shows already: it is never
 * made longer than that, nor than the content says. Answers what is left, in milliseconds.
 */
export async function runCountdown(
  { db, now }: OfferServices,
  holders: Holders,
  { funnel, minutes }: Countdown,
  leftMs: number,
): Promise<number> {
  const ms = Math.min(minutes * 60_000, leftMs);
  const endsAt = new Date(now().getTime() + ms);
  const deadline = await startCountdown(db, holders, { funnel, endsAt });
  return Math.max(0, deadline.getTime() - now().getTime());
}

interface Sale {
  readonly product: string;
  /** When the price was confirmed that is about to be paid; null while it is being confirmed. */
  readonly confirmedAt: Date | null;
}

/**
 * Throws a 409 for a product that is sold only while a countdown runs, when it has ended for the visitor. Of several,
 * one that runs is enough; where none was started, this starts it: the visitor's page could not, for a while.
 */
export async function requireInTime(
  c: AppContext,
  services: OfferServices,
  holders: Holders,
  { product, confirmedAt }: Sale,
): Promise<void> {
  const countdowns = c
    .get("brand")
    .countdowns.filter(({ products }) => Object.hasOwn(products, product));
  const [first] = countdowns;
  if (first === undefined) return;
  const found = await Promise.all(
    countdowns.map(({ funnel }) => findDeadline(services.db, holders, funnel)),
  );
  const deadlines = found.filter((deadline) => deadline !== null);
  const now = services.now().getTime();
  const asked = confirmedAt?.getTime() ?? now;
  const isInTime = (end: number) =>
    asked <= end + GRACE_MS && now <= end + HOLD_MS;
  if (deadlines.some((deadline) => isInTime(deadline.getTime()))) return;
  if (deadlines.length > 0)
    throw new ProblemError(
      "price-changed",
      `The time for this price has ended. ${first.products[product]} is sold in its place.`,
    );
  const shown = countdowns.find(({ mounts }) => isBelow(c, mounts)) ?? first;
  await runCountdown(services, holders, shown, shown.minutes * 60_000);
}

/** Whether the page that calls is one of these mounts'. */
function isBelow(c: AppContext, mounts: readonly string[]): boolean {
  const path = pathOf(readHeader(c, "x-referrer") ?? readHeader(c, "referer"));
  return mounts.some((mount) => path.startsWith(`${mount}/`));
}
