export type SubscriptionStatus = "active" | "past_due" | "cancelled";

/** What renews, as far as it changes. */
export interface SubscriptionState {
  readonly status: SubscriptionStatus;
  /** When it ends at the end of a period that is paid for; null: it goes on, or is over. */
  readonly endsAt: Date | null;
  /** When the last news of it was told. */
  readonly toldAt: Date | null;
  /** From when on nothing was to be charged, as its provider said last; null: it has said no end. */
  readonly toldEnd: Date | null;
  /** When the provider said that it has this end, or none. */
  readonly toldEndAt: Date | null;
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

/** Whether it renews although its buyer has asked for the end: its provider has not taken that up. */
export function isToCancel({
  cancel_asked_at,
  cancel_taken_up_at,
  ...plan
}: Parameters<typeof renews>[0] & {
  readonly cancel_asked_at: Date | null;
  readonly cancel_taken_up_at: Date | null;
}): boolean {
  return (
    renews(plan) && cancel_asked_at !== null && cancel_taken_up_at === null
  );
}

/** One thing that was told of a subscription. */
export type SubscriptionEvent =
  /** The provider says what it is now. */
  | {
      readonly kind: "told";
      readonly status: SubscriptionStatus;
      readonly endsAt: Date | null;
      /** Nothing is charged for the time being. */
      readonly isPaused?: boolean;
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
 * and what was cancelled never begins again. A renewal, or one that failed, moves no end that is still to come.
 */
export function reduceSubscription(
  before: SubscriptionState,
  event: SubscriptionEvent,
): SubscriptionState {
  const last = lastOf(before, event);
  const end = endOf(before, event);
  if (last === before && end === before) return before;
  const isOver =
    before.status === "cancelled" || statusAfter(event) === "cancelled";
  const { toldEnd, toldEndAt } = end;
  const { toldAt } = last;
  // Money that was taken at the end or later says that it goes on.
  const isPassed =
    timeOf(toldAt) > timeOf(toldEndAt) && timeOf(toldAt) >= timeOf(toldEnd);
  return {
    status: isOver ? "cancelled" : last.status,
    endsAt: isOver || isPassed ? null : toldEnd,
    toldAt,
    toldEnd,
    toldEndAt,
  };
}

type Last = Pick<SubscriptionState, "status" | "toldAt">;
type End = Pick<SubscriptionState, "toldEnd" | "toldEndAt">;

function lastOf(before: Last, event: SubscriptionEvent): Last {
  const { toldAt } = event;
  const after = { status: statusAfter(event), toldAt };
  if (before.toldAt === null) return after;
  const further =
    timeOf(toldAt) - timeOf(before.toldAt) ||
    RANK[after.status] - RANK[before.status];
  return further > 0 ? after : before;
}

function statusAfter(event: SubscriptionEvent): SubscriptionStatus {
  switch (event.kind) {
    case "told":
      return event.status;
    case "renewed":
      return "active";
    case "renewal-failed":
      return "past_due";
  }
}

/** What is over has ended when that was said first. */
function endOf(before: SubscriptionState, event: SubscriptionEvent): End {
  if (event.kind !== "told") return before;
  const { toldAt } = event;
  const isOver = before.status === "cancelled";
  if (event.status === "cancelled")
    return isOver && timeOf(before.toldEnd) <= timeOf(toldAt)
      ? before
      : { toldEnd: toldAt, toldEndAt: toldAt };
  if (isOver) return before;
  const after = { toldEnd: event.endsAt, toldEndAt: toldAt };
  if (before.toldEndAt === null) return after;
  const further =
    timeOf(toldAt) - timeOf(before.toldEndAt) ||
    timeOf(after.toldEnd) - timeOf(before.toldEnd);
  return further > 0 ? after : before;
}

function timeOf(date: Date | null): number {
  return date?.getTime() ?? 0;
}
