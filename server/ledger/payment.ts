/** The folder `ledger` holds the state of payments and plans, worked out without a database. */

/** What became of money that was taken. */
export type PaymentState =
  | "paid"
  | "partly_refunded"
  | "refunded"
  | "disputed"
  | "charged_back";

/** How far a refund is. */
export type RefundStatus = "requested" | "succeeded" | "failed";

/** How far a dispute is; lost: a chargeback. */
export type DisputeState = "open" | "won" | "lost";

/** How the names of reversals begin among those of disputes. */
export const REVERSAL = "reversal ";

/** One thing that was told of a payment after it was taken; sums are in minor units. */
export type LedgerEvent =
  | {
      readonly kind: "refund";
      readonly refund: string;
      readonly amount: number;
      readonly status: RefundStatus;
    }
  | {
      readonly kind: "dispute";
      readonly dispute: string;
      readonly state: DisputeState;
      /** What is disputed. */
      readonly amount: number;
      /** What the dispute itself takes back; zero where that is told as a refund. */
      readonly withdrawn: number;
      /** It was taken back before anything was decided: a dispute over as much that is won later brings it back. */
      readonly isReversal: boolean;
      /** By the clock of whoever told it. */
      readonly toldAt: Date;
    };

type RefundEvent = Extract<LedgerEvent, { kind: "refund" }>;
type DisputeEvent = Extract<LedgerEvent, { kind: "dispute" }>;

/** A payment, and what is known of each of its refunds and disputes. */
export interface Account {
  readonly taken: number;
  readonly refunds: ReadonlyMap<string, RefundEvent>;
  readonly disputes: ReadonlyMap<string, DisputeEvent>;
}

/** What an account comes to. */
export interface Balance {
  readonly state: PaymentState;
  readonly refunded: number;
  /** Asked for, and neither made nor refused yet. */
  readonly requested: number;
  /** Taken back by disputes that were lost. */
  readonly withdrawn: number;
  /** More went back than was taken. */
  readonly isOverdrawn: boolean;
}

/** A refund never goes back to an earlier status; one that has failed is made by another one. */
const REFUND_RANK: Readonly<Record<RefundStatus, number>> = {
  requested: 0,
  succeeded: 1,
  failed: 2,
};
/** Of what was told at the same moment, the outcome counts. */
const DISPUTE_RANK: Readonly<Record<DisputeState, number>> = {
  open: 0,
  won: 1,
  lost: 2,
};

export function openAccount(taken: number): Account {
  return { taken, refunds: new Map(), disputes: new Map() };
}

/**
 * The account after one more event. Events may come in any order and more than once: the same set of them leads to the
 * same account.
 */
export function reduceAccount(account: Account, event: LedgerEvent): Account {
  switch (event.kind) {
    case "refund": {
      const known = account.refunds.get(event.refund);
      const told = known === undefined ? event : laterRefund(known, event);
      const refunds = new Map(account.refunds).set(event.refund, told);
      return { ...account, refunds };
    }
    case "dispute": {
      const known = account.disputes.get(event.dispute);
      const told = known === undefined ? event : laterDispute(known, event);
      const disputes = new Map(account.disputes).set(event.dispute, told);
      return { ...account, disputes };
    }
  }
}

/** What the account comes to now. What is lost to chargebacks or given back wholly counts as paid no more. */
export function balanceOf({ taken, refunds, disputes }: Account): Balance {
  const refunded = sumOf(refunds, "succeeded");
  const told = [...disputes.values()];
  const lost = told.filter(
    (one) => one.state === "lost" && !told.some((other) => undoes(other, one)),
  );
  const withdrawn = lost.reduce((sum, one) => sum + one.withdrawn, 0);
  const isOpen = told.some(({ state }) => state === "open");
  const back = refunded + withdrawn;
  // Where a dispute takes nothing by itself, what it takes may not be told yet.
  const isLost =
    lost.length > 0 &&
    (back >= taken || lost.some(({ amount }) => amount >= taken));
  return {
    state: isLost
      ? "charged_back"
      : back > 0 && back >= taken
        ? "refunded"
        : isOpen
          ? "disputed"
          : back > 0
            ? "partly_refunded"
            : "paid",
    refunded,
    requested: sumOf(refunds, "requested"),
    withdrawn,
    isOverdrawn: back > taken,
  };
}

/** Whether what a reversal took is back, because a dispute over it was won. */
function undoes(dispute: DisputeEvent, reversal: DisputeEvent): boolean {
  return (
    reversal.isReversal &&
    dispute.state === "won" &&
    dispute.amount >= reversal.amount &&
    dispute.toldAt.getTime() >= reversal.toldAt.getTime()
  );
}

/** Whether the money has gone back wholly, so that nothing is paid by it any more. */
export function isReturned(state: PaymentState): boolean {
  return RETURNED.some((one) => one === state);
}

/** Whether a bank has been asked to take the money back, or has taken it: what is given back besides may go back twice. */
export function isContested(state: PaymentState): boolean {
  return state === "disputed" || state === "charged_back";
}

/** The states in which nothing is paid any more. */
export const RETURNED = [
  "refunded",
  "charged_back",
] as const satisfies readonly PaymentState[];

function sumOf(
  refunds: Account["refunds"],
  status: Exclude<RefundStatus, "failed">,
): number {
  return [...refunds.values()]
    .filter((refund) => refund.status === status)
    .reduce((sum, { amount }) => sum + amount, 0);
}

function laterRefund(one: RefundEvent, other: RefundEvent): RefundEvent {
  const further = REFUND_RANK[other.status] - REFUND_RANK[one.status];
  if (further > 0) return other;
  if (further < 0) return one;
  return { ...one, amount: Math.max(one.amount, other.amount) };
}

function laterDispute(one: DisputeEvent, other: DisputeEvent): DisputeEvent {
  const further =
    other.toldAt.getTime() - one.toldAt.getTime() ||
    DISPUTE_RANK[other.state] - DISPUTE_RANK[one.state];
  if (further > 0) return other;
  if (further < 0) return one;
  return {
    ...one,
    amount: Math.max(one.amount, other.amount),
    withdrawn: Math.max(one.withdrawn, other.withdrawn),
  };
}
