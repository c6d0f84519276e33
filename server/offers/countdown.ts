/** The folder `offers` holds the terms on which a visitor buys: deadlines, promo codes. */
import { OFFER_TERMS_EXTENDED_MAX } from "../../generated/call.ts";
import { callingPage } from "../http/calling-page.ts";
import type { AppContext } from "../http/app-env.ts";
import {
  type Deadline,
  findDeadline,
  findServerDeadline,
  keepDeadline,
  type SessionHolders,
} from "../db/countdowns.ts";
import type { Session } from "../db/sessions.ts";
import type { Database } from "../db/tables.ts";
import { ProblemError } from "../http/problem.ts";
import type { SiteBrand } from "../site.ts";
import { whileOpen } from "./holders.ts";

type Countdown = SiteBrand["countdowns"][number];

/** A tap in the last second is on its way for a while; milliseconds. */
const GRACE_MS = 10_000;
/** What was confirmed in time can be opened or charged for so long after the end, in milliseconds. */
export const HOLD_MS = 300_000;

interface OfferServices {
  readonly db: Database;
  readonly now: () => Date;
}

/** What a page shows of a countdown: what is left, in milliseconds, and how often it was extended. */
interface ShownCountdown {
  readonly leftMs: number;
  readonly extended: number;
}

/**
 * Starts the countdown of a funnel, or goes on with it. It is never made longer than what the visitor's page shows, nor
 * than the content says; a page that has not heard of an extension shortens nothing. What a page shows counts for its
 * session: for whoever else has its emails, the server's clock does.
 */
export async function runCountdown(
  { db, now }: OfferServices,
  holders: SessionHolders,
  { funnel, minutes }: Countdown,
  { leftMs, extended }: ShownCountdown,
): Promise<Deadline> {
  const at = now().getTime();
  const known = await findServerDeadline(db, holders, funnel);
  const deadline = known ?? {
    endsAt: new Date(at + minutes * 60_000),
    extended: 0,
  };
  const serverEnd = deadline.endsAt;
  const shownEnd = extended < deadline.extended ? Infinity : at + leftMs;
  // Of two that were extended as often, the earlier one is kept.
  const endsAt = new Date(Math.min(serverEnd.getTime(), shownEnd));
  return keepDeadline(db, holders, funnel, { ...deadline, endsAt, serverEnd });
}

/**
 * Adds the length of a countdown to it once more, for a visitor whose page shows that it was extended so often: asked
 * twice, it is done once. Changes nothing after the end, or where it was done as often as it can be.
 */
export async function extendCountdown(
  { db, now }: OfferServices,
  holders: SessionHolders,
  { funnel, minutes }: Countdown,
  { endsAt, extended }: Deadline,
  shown: ShownCountdown,
): Promise<Deadline> {
  const isOver = now().getTime() > endsAt.getTime() + GRACE_MS;
  if (
    isOver ||
    extended > shown.extended ||
    extended >= OFFER_TERMS_EXTENDED_MAX
  )
    return { endsAt, extended };
  const known = await findServerDeadline(db, holders, funnel);
  const longer = (end: Date) => new Date(end.getTime() + minutes * 60_000);
  return keepDeadline(db, holders, funnel, {
    endsAt: longer(endsAt),
    extended: extended + 1,
    serverEnd: longer(known?.endsAt ?? endsAt),
  });
}

interface Sale {
  readonly session: Session;
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
  holders: SessionHolders,
  { session, product, confirmedAt }: Sale,
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
  if (deadlines.some((deadline) => isInTime(deadline.endsAt.getTime()))) return;
  if (deadlines.length > 0)
    throw new ProblemError(
      "price-changed",
      `The time for this price has ended. ${first.products[product]} is sold in its place.`,
    );
  const shown = countdowns.find(({ mounts }) => isBelow(c, mounts)) ?? first;
  const leftMs = shown.minutes * 60_000;
  await whileOpen(services, session, (own) =>
    runCountdown(own, holders, shown, { leftMs, extended: 0 }),
  );
}

/** Whether the page that calls is one of these mounts'. */
function isBelow(c: AppContext, mounts: readonly string[]): boolean {
  const path = callingPage(c);
  return mounts.some((mount) => path.startsWith(`${mount}/`));
}
