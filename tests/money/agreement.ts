import { expect } from "vitest";
import { countAttention } from "../../server/db/attention.ts";
import { isReturned } from "../../server/ledger/payment.ts";
import { expectAnswer } from "../../server/testing/calls.ts";
import { CHOICES, type Shop } from "./driver.ts";
import type { Buyer } from "./shop.ts";

/** Ledger, provider's list, visitor and receivers agree about a buyer when everything was told or asked. */
export async function expectAgreement(
  { db }: Pick<Shop, "db">,
  buyer: Buyer,
): Promise<void> {
  await compareLedger(buyer);
  await compareTold(buyer);
  await compareMessages(db, buyer);
}

/** What somebody has to look at, of what nobody may have to; nothing when everything was told or asked. */
export async function restOf({ db, clock }: Shop) {
  const counts = await countAttention(db, new Date(clock.ms));
  return counts.filter(({ kind, count }) => count > 0 && NEVER.includes(kind));
}

/** What was taken of a buyer by all their orders, as the provider lists it. */
export async function listedOf(buyer: Buyer) {
  const orders = await buyer.orders();
  return orders.flatMap(({ checkout_id }) =>
    buyer.driver.listed(checkout_id).map((one) => ({ checkout_id, ...one })),
  );
}

const inOrder = (texts: readonly object[]) =>
  texts.map((one) => JSON.stringify(one)).toSorted();

/** The ledger has what the provider lists. */
async function compareLedger(buyer: Buyer): Promise<void> {
  const listed = await listedOf(buyer);
  const kept = await buyer.payments();
  expect(
    inOrder(
      kept.map(({ checkout_id, amount, state, refunded, withdrawn }) => ({
        checkout_id,
        amount,
        state,
        returned: refunded + withdrawn,
      })),
    ),
  ).toEqual(
    inOrder(
      listed.map(({ checkout_id, amount, state, returned }) => ({
        checkout_id,
        amount,
        state,
        returned,
      })),
    ),
  );
  // However often it was paid, it is bought once; all else that is still here has to go back.
  const here = listed.filter(({ state }) => !isReturned(state)).length;
  const due = kept.filter((one) => one.refund_due && !isReturned(one.state));
  expect(due).toHaveLength(Math.max(0, here - 1));
}

/** The visitor is told what the provider's list says. */
async function compareTold(buyer: Buyer): Promise<void> {
  const listed = await listedOf(buyer);
  const answer = await buyer.visitor.call("/api/pay/purchases");
  const { purchases } = expectAnswer("purchases", answer);
  const own = (Array.isArray(purchases) ? purchases : [])
    .map((one) => ({ ...Object(one) }))
    .filter(({ product }) => CHOICES.includes(product));
  const bought = own.filter(({ status }) => status !== "refunded");
  const here = listed.filter(({ state }) => !isReturned(state));
  expect(bought).toHaveLength(here.length === 0 ? 0 : 1);
  const told = bought.map(({ refunded }) => Number(refunded));
  const sums = here.map(({ returned }) => returned);
  expect(sums).toEqual(expect.arrayContaining(told));
}

/** Receivers are told of each payment once, and of all that was given back. */
async function compareMessages(db: Shop["db"], buyer: Buyer): Promise<void> {
  const payments = await buyer.payments();
  const orders = await buyer.orders();
  const ids = new Set(orders.map(({ checkout_id }) => checkout_id));
  const rows = await db
    .selectFrom("outbox")
    .select(["kind", "payload"])
    .where("kind", "in", ["payment.taken", "payment.refunded"])
    .execute();
  const about = rows.filter(({ payload }) =>
    ids.has(String(payload["checkout_id"])),
  );
  const taken = about
    .filter(({ kind }) => kind === "payment.taken")
    .map(({ payload }) => String(payload["payment_id"]));
  expect(taken.toSorted()).toEqual(
    payments.map(({ payment_id }) => payment_id).toSorted(),
  );
  const back = about
    .filter(({ kind }) => kind === "payment.refunded")
    .reduce((sum, { payload }) => sum + Number(payload["amount"]), 0);
  expect(back).toBe(payments.reduce((sum, { refunded }) => sum + refunded, 0));
}

/** What nobody may have to look at when everything was told or asked. */
const NEVER = [
  "unknown",
  "untold",
  "unmatched",
  "overdrawn",
  "no_order",
  "unprocessed",
  "refund_open",
];
