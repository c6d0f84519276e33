export type SubscriptionStatus = "active" | "past_due" | "cancelled";

/** What renews, as far as it changes. */
export interface SubscriptionState {
  readonly status: SubscriptionStatus;
  /** When it ends at the end of a period that is paid for; null: it goes on, or is over. */
  readonly endsAt: Date | null;
  /** When the last news of it was told. */
  readonly toldAt: Date | null;
}

/** Whether it renews: it is neither over nor about to be. */
export function renews({
  status,
  ends_at,
}: {
  readonly status: SubscriptionStatus;
  readonly ends_at: Date | null;
}): boolean {
  return status !== "cancelled" && ends_at === null;
}

/** One thing that was told of a subscription. */
export type SubscriptionEvent =
  /** The provider says what it is now. */
  | {
      readonly kind: "told";
      readonly status: SubscriptionStatus;
      readonly endsAt: Date | null;
      readonly toldAt: Date;
    }
  | { readonly kind: "renewed"; readonly toldAt: Date }
  | { readonly kind: "renewal-failed"; readonly toldAt: Date };

/** Of what was told at the same moment, the further one counts. */
const RANK: Readonly<Record<SubscriptionStatus, number>> = {
  past_due: 0,
  active: 1,
  cancelled: 2,
};

/**
 * What a subscription is after one more event. Events may come in any order and more than once: the latest one counts,
 * and what was cancelled never begins again.
 */
export function reduceSubscription(
  before: SubscriptionState,
  event: SubscriptionEvent,
): SubscriptionState {
  const after = following(event);
  const later = isFurther(before, after) ? after : before;
  const isOver = before.status === "cancelled" || after.status === "cancelled";
  return isOver
    ? { status: "cancelled", endsAt: null, toldAt: later.toldAt }
    : later;
}

/** What renews, or is to renew, does not end. */
function following(event: SubscriptionEvent): SubscriptionState {
  const { toldAt } = event;
  switch (event.kind) {
    case "told":
      return { status: event.status, endsAt: event.endsAt, toldAt };
    case "renewed":
      return { status: "active", endsAt: null, toldAt };
    case "renewal-failed":
      return { status: "past_due", endsAt: null, toldAt };
  }
}

function isFurther(one: SubscriptionState, other: SubscriptionState): boolean {
  if (one.toldAt === null) return true;
  const further =
    timeOf(other.toldAt) - timeOf(one.toldAt) ||
    RANK[other.status] - RANK[one.status] ||
    timeOf(other.endsAt) - timeOf(one.endsAt);
  return further > 0;
}

function timeOf(date: Date | null): number {
  return date?.getTime() ?? 0;
}
