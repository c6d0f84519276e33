import type { Transaction } from "kysely";
import type { Account, DisputeState, RefundStatus } from "../ledger/payment.ts";
import {
  disputeName,
  readEntries,
  syncBalances,
  type WriteContext,
} from "./ledger.ts";
import type { RefundTable } from "./money-tables.ts";
import { type MessageKind, writeMessage } from "./outbox.ts";
import type { Checkout, Database, Tables } from "./tables.ts";
import { takeTurn } from "./turn.ts";

/** Which money something is about. */
interface About {
  /** A payment's transaction or a renewal's reference; null: the checkout's own payment. */
  readonly transaction: string | null;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** What is known of money that goes back. */
export interface RefundNews extends About {
  /** Ours; null where the provider does not know it, or others asked for it. */
  readonly refund: string | null;
  /** The provider's name for it. */
  readonly reference: string | null;
  readonly status: RefundStatus;
  readonly reason: string | null;
  /** When it was made, by the provider's clock, where that is told. */
  readonly madeAt?: Date | null;
}

/** What is known of a dispute. */
export interface DisputeNews extends About {
  readonly reference: string;
  readonly state: DisputeState;
  /** Minor units that the dispute itself takes back; zero where that is told as a refund. */
  readonly withdrawn: number;
  readonly reason: string | null;
  /** By the provider's clock. */
  readonly toldAt: Date;
}

/**
 * Writes down how far a refund is, once for each status, and keeps the payment in step. The payment itself may be known
 * later. Throws when it is in another currency than the checkout.
 */
export function recordRefund(
  db: Database,
  checkout: Checkout,
  news: RefundNews,
  { now, random }: WriteContext,
): Promise<void> {
  requireCurrency(checkout, news.currency);
  const { checkout_id } = checkout;
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, checkout.session_id);
    const { refund: _own, madeAt: made_at = null, ...told } = news;
    const refund_id = await refundId(trx, checkout, news);
    const before = await rowsOf(trx, refund_id);
    const known = before.map(({ status }) => status);
    if (known.includes(news.status))
      return completeRefund(trx, refund_id, news);
    // Why it was asked for holds until the provider gives a reason of its own.
    const reason =
      news.reason ?? before.find((row) => row.reason !== null)?.reason ?? null;
    await trx
      .insertInto("refunds")
      .values({
        refund_id,
        checkout_id,
        ...told,
        reason,
        at: now,
        made_at,
        asked_at: null,
      })
      .execute();
    await syncBalances(trx, checkout_id, { now, random });
    const kind = toldBy(news.status, known);
    if (kind === null) return;
    const { amount } =
      before.find(({ status }) => status === "succeeded") ?? news;
    const refund_due = await isRefundDue(trx, checkout, ({ refunds }) =>
      refunds.has(refund_id),
    );
    await enqueueMessage(trx, kind, checkout, {
      now,
      more: { refund_id, amount, reason, refund_due },
    });
  });
}

/** What the outside is told of a refund: that it was made, and that one it was told of was not. */
function toldBy(
  status: RefundStatus,
  known: readonly RefundStatus[],
): "payment.refunded" | "refund.failed" | null {
  if (status === "succeeded" && !known.includes("failed"))
    return "payment.refunded";
  return status === "failed" && known.includes("succeeded")
    ? "refund.failed"
    : null;
}

/**
 * Writes down what was told of a dispute, once, and keeps the payment in step. The same holds for it as for refunds. One
 * that was decided may be opened again, as by an appeal, and that is news like the first time.
 */
export function recordDispute(
  db: Database,
  checkout: Checkout,
  news: DisputeNews,
  { now, random }: WriteContext,
): Promise<void> {
  requireCurrency(checkout, news.currency);
  const { checkout_id, provider } = checkout;
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, checkout.session_id);
    const { toldAt: told_at, ...told } = news;
    const known = await trx
      .selectFrom("disputes")
      .select(["state", "told_at"])
      .where("provider", "=", provider)
      .where("reference", "=", news.reference)
      .orderBy("told_at", "desc")
      // Of what was told at the same moment, the outcome counts.
      .orderBy((eb) => eb("state", "=", "open"))
      .execute();
    const added = await trx
      .insertInto("disputes")
      .values({ provider, checkout_id, ...told, told_at, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("state")
      .executeTakeFirst();
    if (added === undefined) return;
    await syncBalances(trx, checkout_id, { now, random });
    const [last] = known;
    const turns =
      last !== undefined &&
      last.told_at < told_at &&
      (last.state === "open") !== (news.state === "open");
    const isNew = news.state === "open" && (last === undefined || turns);
    const isOutcome =
      news.state !== "open" &&
      (turns || !known.some(({ state }) => state === news.state));
    if (!isNew && !isOutcome) return;
    const { reference: dispute, state, amount, reason } = news;
    const refund_due = await isRefundDue(trx, checkout, ({ disputes }) =>
      disputes.has(disputeName(provider, dispute)),
    );
    await enqueueMessage(
      trx,
      isNew ? "payment.disputed" : "dispute.closed",
      checkout,
      {
        now,
        more: { dispute, state, amount, reason, refund_due },
      },
    );
  });
}

/** Whether the money that something is about was taken once too often. */
async function isRefundDue(
  trx: Transaction<Tables>,
  { checkout_id }: Checkout,
  isAbout: (account: Account) => boolean,
): Promise<boolean> {
  const { entries } = await readEntries(trx, checkout_id);
  return entries.some(
    ({ refund_due, account }) => refund_due && isAbout(account),
  );
}

/**
 * Tells the outside what happened to the money of a checkout, in its turn. Whose it was is read here: since whoever calls
 * has read the checkout, its provider was asked, and its buyer may have been erased.
 */
export async function enqueueMessage(
  trx: Transaction<Tables>,
  kind: MessageKind,
  checkout: Pick<Checkout, "checkout_id" | "brand" | "product" | "currency">,
  {
    now,
    more,
  }: { readonly now: Date; readonly more: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { checkout_id, brand, product, currency } = checkout;
  const { email } = await trx
    .selectFrom("checkouts")
    .select("email")
    .where("checkout_id", "=", checkout_id)
    .executeTakeFirstOrThrow();
  await writeMessage(trx, {
    kind,
    payload: { checkout_id, brand, product, email, currency, ...more },
    now,
  });
}

/** A refund that others asked for is known by the provider's name for it, unless ours has that name. */
async function refundId(
  trx: Transaction<Tables>,
  { checkout_id, provider }: Checkout,
  { refund, reference }: RefundNews,
): Promise<string> {
  if (refund !== null) return refund;
  if (reference === null) throw new Error("a refund has no name at all");
  const own = await trx
    .selectFrom("refunds")
    .select("refund_id")
    .where("checkout_id", "=", checkout_id)
    .where("reference", "=", reference)
    .executeTakeFirst();
  return own?.refund_id ?? `${provider} ${reference}`;
}

/** The provider's name for a refund, and when it was made, may come after its status. */
async function completeRefund(
  trx: Transaction<Tables>,
  refundId: string,
  { reference, status, madeAt = null }: RefundNews,
): Promise<void> {
  if (reference !== null)
    await trx
      .updateTable("refunds")
      .set({ reference })
      .where("refund_id", "=", refundId)
      .where("reference", "is", null)
      .execute();
  if (madeAt !== null)
    await trx
      .updateTable("refunds")
      .set({ made_at: madeAt })
      .where("refund_id", "=", refundId)
      .where("status", "=", status)
      .where("made_at", "is", null)
      .execute();
}

function rowsOf(
  trx: Transaction<Tables>,
  refundId: string,
): Promise<Pick<RefundTable, "status" | "reason" | "amount">[]> {
  return trx
    .selectFrom("refunds")
    .select(["status", "reason", "amount"])
    .where("refund_id", "=", refundId)
    .execute();
}

/** Sums of two currencies cannot be added up: somebody has to look. */
export function requireCurrency(checkout: Checkout, currency: string): void {
  if (currency !== checkout.currency)
    throw new Error("money is told of in another currency than the order has");
}
