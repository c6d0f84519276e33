import type { Transaction } from "kysely";
import {
  type Account,
  type Balance,
  balanceOf,
  isReturned,
  type LedgerEvent,
  openAccount,
  reduceAccount,
  REVERSAL,
} from "../ledger/payment.ts";
import type { DisputeTable, RefundTable } from "./money-tables.ts";
import type { Random } from "../token.ts";
import { IS_FOR_THE_SAME } from "./bought.ts";
import { noteBoughtTwice } from "./bought-twice.ts";
import { makeGift } from "./gifts.ts";
import type { Checkout, Tables } from "./tables.ts";

/** Money of a checkout: a payment or a renewal. */
export interface Money {
  readonly kind: "payment" | "renewal";
  /** Its own id: of the payment, or of the renewal's invoice. */
  readonly id: string;
  /** The provider's name for the transaction; null where none is known. */
  readonly transaction: string | null;
  readonly amount: number;
  readonly currency: string;
  /** Taken once too often. */
  readonly refund_due: boolean;
  readonly refunded_at: Date | null;
  readonly paid_at: Date;
  /** What is kept with it. */
  readonly kept: Pick<Balance, "state" | "refunded" | "withdrawn">;
}

/** Money with what became of it. */
export interface Entry extends Money {
  readonly account: Account;
}

type Told = Pick<RefundTable, "transaction"> & { readonly event: LedgerEvent };

/**
 * All money of a checkout with its refunds and disputes, as their rows say; `unmatched` is how many of those rows belong
 * to no money that is known yet.
 */
export async function readEntries(
  trx: Transaction<Tables>,
  checkoutId: string,
): Promise<{
  readonly entries: readonly Entry[];
  readonly unmatched: number;
}> {
  const told = [
    ...(await refundsOf(trx, checkoutId)),
    ...(await disputesOf(trx, checkoutId)),
  ];
  const money = await moneyOf(trx, checkoutId);
  const owned = told.map(({ transaction, event }) => ({
    owner: ownerOf(money, transaction),
    event,
  }));
  const entries = money.map((one) => ({
    ...one,
    account: owned
      .filter(({ owner }) => owner === one)
      .map(({ event }) => event)
      .reduce(reduceAccount, openAccount(one.amount)),
  }));
  const unmatched = owned.filter(({ owner }) => owner === null).length;
  return { entries, unmatched };
}

/** When something is written down, and where names come from that cannot be guessed. */
export interface WriteContext {
  readonly now: Date;
  readonly random: Random;
}

/** What comes with a payment that stays: the link of a gift, and the note of a plan that was bought before. */
export async function keepBought(
  trx: Transaction<Tables>,
  paid: Checkout,
  context: WriteContext,
): Promise<void> {
  await makeGift(trx, paid, context);
  await noteBoughtTwice(trx, paid);
}

/**
 * Brings what is kept with the money of a checkout in line with the rows of its refunds and disputes. To be called in
 * the transaction, and in the turn of the session, in which any of them has changed.
 */
export async function syncBalances(
  trx: Transaction<Tables>,
  checkoutId: string,
  context: WriteContext,
): Promise<void> {
  const { now } = context;
  const { entries } = await readEntries(trx, checkoutId);
  const changed = entries.filter(isOutOfSync);
  for (const entry of changed) {
    const { state, refunded, withdrawn } = balanceOf(entry.account);
    const kept = { state, refunded, withdrawn };
    if (entry.kind === "renewal") {
      await trx
        .updateTable("renewals")
        .set(kept)
        .where("reference", "=", entry.id)
        .execute();
      continue;
    }
    const refunded_at = isReturned(state) ? (entry.refunded_at ?? now) : null;
    await trx
      .updateTable("payments")
      .set({ ...kept, refunded_at })
      .where("payment_id", "=", entry.id)
      .execute();
  }
  if (
    entries.some(
      ({ account }) => account.refunds.size + account.disputes.size > 0,
    )
  )
    await swapReturned(trx, checkoutId, context);
}

function isOutOfSync({ kept, account }: Entry): boolean {
  const { state, refunded, withdrawn } = balanceOf(account);
  return (
    kept.state !== state ||
    kept.refunded !== refunded ||
    kept.withdrawn !== withdrawn
  );
}

/**
 * Of two payments for the same thing either may be the one that was given back; what is left is then no longer once too
 * often.
 */
async function swapReturned(
  trx: Transaction<Tables>,
  checkoutId: string,
  context: WriteContext,
): Promise<void> {
  const same = await trx
    .selectFrom("checkouts")
    .innerJoin("payments as p", "p.session_id", "checkouts.session_id")
    .innerJoin("checkouts as paid", "paid.checkout_id", "p.checkout_id")
    .select(["p.payment_id", "p.checkout_id", "p.state", "p.refund_due"])
    .where("checkouts.checkout_id", "=", checkoutId)
    .where(IS_FOR_THE_SAME)
    .orderBy("p.paid_at")
    .orderBy("p.payment_id")
    .execute();
  const due = same.find((one) => one.refund_due && !isReturned(one.state));
  const isKept = same.some((one) => !one.refund_due && !isReturned(one.state));
  const gone = same.filter((one) => !one.refund_due && isReturned(one.state));
  // An order has one payment that stays or went back at the most, so its own gives way first.
  const back =
    gone.find((one) => one.checkout_id === due?.checkout_id) ?? gone[0];
  if (due === undefined || back === undefined || isKept) return;
  const mark = (payment_id: string, refund_due: boolean) =>
    trx
      .updateTable("payments")
      .set({ refund_due })
      .where("payment_id", "=", payment_id)
      .execute();
  // In this order: the table allows one payment of a checkout that stays.
  await mark(back.payment_id, true);
  await mark(due.payment_id, false);
  const kept = await trx
    .selectFrom("checkouts")
    .selectAll()
    .where("checkout_id", "=", due.checkout_id)
    .executeTakeFirstOrThrow();
  await keepBought(trx, kept, context);
}

async function moneyOf(
  trx: Transaction<Tables>,
  checkoutId: string,
): Promise<readonly Money[]> {
  const payments = await trx
    .selectFrom("payments")
    .selectAll()
    .where("checkout_id", "=", checkoutId)
    .orderBy("paid_at")
    .orderBy("payment_id")
    .execute();
  const renewals = await trx
    .selectFrom("renewals")
    .selectAll()
    .where("checkout_id", "=", checkoutId)
    .orderBy("paid_at")
    .orderBy("reference")
    .execute();
  return [
    ...payments.map((one) => ({
      kind: "payment" as const,
      id: one.payment_id,
      transaction: one.transaction,
      amount: one.amount,
      currency: one.currency,
      refund_due: one.refund_due,
      refunded_at: one.refunded_at,
      paid_at: one.paid_at,
      kept: keptWith(one),
    })),
    ...renewals.map((one) => ({
      kind: "renewal" as const,
      id: one.reference,
      transaction: one.reference,
      amount: one.amount,
      currency: one.currency,
      refund_due: false,
      refunded_at: null,
      paid_at: one.paid_at,
      kept: keptWith(one),
    })),
  ];
}

function keptWith({ state, refunded, withdrawn }: Money["kept"]) {
  return { state, refunded, withdrawn };
}

/** The money that a transaction names; without a name, or where the payment has none, the checkout's own payment. */
function ownerOf(
  money: readonly Money[],
  transaction: string | null,
): Money | null {
  const payments = money.filter(({ kind }) => kind === "payment");
  const own = payments.find(({ refund_due }) => !refund_due) ?? payments[0];
  if (transaction === null) return own ?? null;
  return (
    money.find((one) => one.transaction === transaction) ??
    payments.find((one) => one.transaction === null) ??
    null
  );
}

async function refundsOf(
  trx: Transaction<Tables>,
  checkoutId: string,
): Promise<readonly Told[]> {
  const rows = await trx
    .selectFrom("refunds")
    .selectAll()
    .where("checkout_id", "=", checkoutId)
    .execute();
  return rows.map(({ refund_id: refund, amount, status, transaction }) => ({
    transaction,
    event: { kind: "refund", refund, amount, status },
  }));
}

async function disputesOf(
  trx: Transaction<Tables>,
  checkoutId: string,
): Promise<readonly Told[]> {
  const rows = await trx
    .selectFrom("disputes")
    .selectAll()
    .where("checkout_id", "=", checkoutId)
    .execute();
  return rows.map((row) => ({
    transaction: row.transaction,
    event: said(row),
  }));
}

/** What an account calls a dispute. */
export function disputeName(provider: string, reference: string): string {
  return `${provider} ${reference}`;
}

function said(row: DisputeTable): LedgerEvent {
  const { provider, reference, state, amount, withdrawn } = row;
  const dispute = disputeName(provider, reference);
  const isReversal = reference.startsWith(REVERSAL);
  const told = { state, amount, withdrawn, isReversal, toldAt: row.told_at };
  return { kind: "dispute", dispute, ...told };
}
