import type { Transaction } from "kysely";
import { balanceOf, isContested, isReturned } from "../ledger/payment.ts";
import { type Entry, readEntries } from "./ledger.ts";
import type { RefundTable } from "./money-tables.ts";
import type { Checkout, Database, Tables } from "./tables.ts";
import { takeTurn } from "./turn.ts";

/** Said of a refund that has failed, where its provider does not say why. */
export const REFUSED = "The provider refuses it.";

/** What an operator asks to be given back of an order. */
export interface RefundRequest {
  /** Names the request: asked for again under the same name, it is the same refund. */
  readonly key: string;
  /** Minor units; null: all that is left. */
  readonly amount: number | null;
  /** A payment's id or a renewal's reference; null: what was taken once too often, else the order's own payment. */
  readonly payment: string | null;
  readonly reason: string | null;
  /** Although a bank has been asked to take it back, or has. */
  readonly despiteDispute?: true;
  readonly now: Date;
}

/** A refund that is written down, and what it gives back of. */
export interface Reserved {
  readonly refund_id: string;
  readonly of: "payment" | "renewal";
  readonly transaction: string | null;
  readonly amount: number;
  readonly currency: string;
  /** The provider may have been asked for it before, and may have made it. */
  readonly wasAsked: boolean;
}

/** What is left of a payment or a renewal. */
export interface Left {
  readonly id: string;
  /** Minor units. */
  readonly left: number;
}

export type Reservation =
  /** To be asked for at the provider, whether or not it was before. */
  | { readonly kind: "reserved"; readonly refund: Reserved }
  /** Asked for before, and answered; `failure`: why it was not made. */
  | {
      readonly kind: "known";
      readonly refundId: string;
      readonly failure: string | null;
    }
  | { readonly kind: "key-reused" | "no-payment" | "contested" }
  /** Nothing of this payment; `others`: of which there is something. */
  | { readonly kind: "nothing-left"; readonly others: readonly Left[] }
  | { readonly kind: "too-large"; readonly left: number };

/**
 * Writes a refund down before the provider is asked for it, so that all that is asked for at the same time is never more
 * than was taken. One of ours that the provider has not answered is taken up again first. What is disputed is given back
 * only where the request says so.
 */
export function reserveRefund(
  db: Database,
  checkout: Checkout,
  request: RefundRequest,
): Promise<Reservation> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, checkout.session_id);
    const { checkout_id } = checkout;
    const { entries } = await readEntries(trx, checkout_id);
    const before = await sameKey(trx, checkout_id, request, entries);
    if (before !== null) return before;
    const entry = chosen(entries, request.payment);
    if (entry === null) return { kind: "no-payment" };
    const open = await unanswered(trx, checkout_id, {
      request,
      entries,
      entry,
    });
    if (open !== null) return open;
    const left = leftOf(entry);
    if (left <= 0) return { kind: "nothing-left", others: othersOf(entries) };
    const { state } = balanceOf(entry.account);
    if (isContested(state) && !request.despiteDispute)
      return { kind: "contested" };
    const amount = request.amount ?? left;
    if (amount > left) return { kind: "too-large", left };
    const { kind: of, transaction, currency } = entry;
    const refund = {
      refund_id: request.key,
      of,
      transaction,
      amount,
      currency,
      wasAsked: false,
    };
    const { reason, now: at } = request;
    await trx
      .insertInto("refunds")
      .values({
        refund_id: request.key,
        checkout_id,
        transaction,
        amount,
        currency,
        reason,
        at,
        status: "requested",
        reference: null,
        made_at: null,
        asked_at: null,
      })
      .execute();
    return { kind: "reserved", refund };
  });
}

/** An unanswered refund once more, as it is to be asked for; null when it has been answered meanwhile. */
export function takeUp(
  db: Database,
  checkout: Checkout,
  refundId: string,
): Promise<Reserved | null> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, checkout.session_id);
    const rows = await rowsOf(trx, refundId);
    const { entries } = await readEntries(trx, checkout.checkout_id);
    const [row] = rows;
    return row === undefined || isAnswered(rows) ? null : again(row, entries);
  });
}

async function sameKey(
  trx: Transaction<Tables>,
  checkoutId: string,
  { key, amount, payment }: RefundRequest,
  entries: readonly Entry[],
): Promise<Reservation | null> {
  const rows = await rowsOf(trx, key);
  const [row] = rows;
  if (row === undefined) return null;
  const isOther =
    row.checkout_id !== checkoutId ||
    (amount !== null && amount !== row.amount) ||
    (payment !== null &&
      chosen(entries, payment)?.transaction !== row.transaction);
  if (isOther) return { kind: "key-reused" };
  if (!isAnswered(rows))
    return { kind: "reserved", refund: again(row, entries) };
  const failed = rows.find(({ status }) => status === "failed");
  const failure = failed === undefined ? null : (failed.reason ?? REFUSED);
  return { kind: "known", refundId: key, failure };
}

/** A request under a new name that fits a refund whose answer got lost is that refund. */
async function unanswered(
  trx: Transaction<Tables>,
  checkoutId: string,
  {
    request,
    entries,
    entry,
  }: { request: RefundRequest; entries: readonly Entry[]; entry: Entry },
): Promise<Reservation | null> {
  const rows = await trx
    .selectFrom("refunds")
    .selectAll()
    .where("checkout_id", "=", checkoutId)
    .orderBy("at")
    .execute();
  const open = rows.find((row) => {
    const own = rows.filter(({ refund_id }) => refund_id === row.refund_id);
    const fits = request.amount === null || request.amount === row.amount;
    return (
      fits &&
      !isAnswered(own) &&
      again(row, entries).of === entry.kind &&
      row.transaction === entry.transaction
    );
  });
  return open === undefined
    ? null
    : { kind: "reserved", refund: again(open, entries) };
}

function isAnswered(rows: readonly RefundTable[]): boolean {
  return rows.some(
    ({ status, reference }) => status !== "requested" || reference !== null,
  );
}

function again(
  { refund_id, transaction, amount, currency }: RefundTable,
  entries: readonly Entry[],
): Reserved {
  const isRenewal = entries.some(
    (entry) => entry.kind === "renewal" && entry.id === transaction,
  );
  const of = isRenewal ? "renewal" : "payment";
  return { refund_id, of, transaction, amount, currency, wasAsked: true };
}

function leftOf({ amount, account }: Entry): number {
  const { refunded, requested, withdrawn } = balanceOf(account);
  return amount - refunded - requested - withdrawn;
}

function othersOf(entries: readonly Entry[]): readonly Left[] {
  return entries
    .map((entry) => ({ id: entry.id, left: leftOf(entry) }))
    .filter(({ left }) => left > 0);
}

/** What was taken once too often goes first. */
function chosen(
  entries: readonly Entry[],
  payment: string | null,
): Entry | null {
  if (payment !== null) return entries.find(({ id }) => id === payment) ?? null;
  const payments = entries.filter(({ kind }) => kind === "payment");
  const due = payments.find(
    ({ refund_due, account }) =>
      refund_due && !isReturned(balanceOf(account).state),
  );
  return (
    due ?? payments.find(({ refund_due }) => !refund_due) ?? payments[0] ?? null
  );
}

function rowsOf(
  trx: Transaction<Tables>,
  refundId: string,
): Promise<RefundTable[]> {
  return trx
    .selectFrom("refunds")
    .selectAll()
    .where("refund_id", "=", refundId)
    .execute();
}
