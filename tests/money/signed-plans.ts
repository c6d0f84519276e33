import { formOf } from "../../server/payments/max-pay/forms.fixture.ts";
import { charge } from "../../server/payments/pay-pro/charges.fixture.ts";
import {
  expectAnswer,
  initiate,
  type Visitor,
} from "../../server/testing/calls.ts";
import { isReturned } from "../../server/ledger/payment.ts";
import type { ListedPlan, PlanDriver, Sale } from "./plan-driver.ts";
import type { SignedBank } from "./signed-bank.ts";

const PRICE = 3_999;
const RENEWAL = 2_999;
/** Plans at MaxPay or PayPro, which may charge on after an end that they have told. */
export function signedPlans(
  bank: SignedBank,
  sale: Sale,
  buy: PlanDriver["buy"],
  cancels: boolean,
): PlanDriver {
  return {
    cancels,
    refund: sale.refund,
    dispute: sale.dispute,
    decide: sale.decide,
    takeMessages: sale.takeMessages,
    loseAnswers: sale.loseAnswers,
    buy,
    renew: (order) => void bank.take(order, RENEWAL, "renewal"),
    decline: (order) => bank.decline(order),
    end: (order, when) => bank.cancel(order, when),
    edit: () => {},
    failRefund: () => {},
    listed: (order) => bank.listed(order),
    plan: (order) => planOf(bank, order),
    stillRenews: (order) =>
      !cancels && planOf(bank, order).goesOn && wasAllBack(bank, order),
    afterEnd: (order) => countAfterEnd(bank, order),
  };
}

export const byForm =
  (bank: SignedBank) =>
  async (visitor: Visitor): Promise<string> => {
    await initiate(visitor, "plan");
    const { id } = await formOf(visitor, "plan");
    bank.take(id, PRICE);
    return id;
  };

export const byCharge =
  (bank: SignedBank) =>
  async (visitor: Visitor): Promise<string> => {
    await initiate(visitor, "plan");
    const answer = await charge(visitor, "plan");
    expectAnswer("pay-pro-make-immediate-charge", answer);
    return String(bank.taken.at(-1)?.order);
  };

function newsOf(bank: SignedBank, order: string) {
  return bank.eventsOf(order).filter(({ kind }) => kind === "renewal");
}

/** When the plan was over, as it was said first; else when it ends, as it was said last. */
function endOf(bank: SignedBank, order: string) {
  const ends = newsOf(bank, order).filter(
    ({ status }) => status === "cancelled",
  );
  const over = ends.find((one) => one["ends"] === undefined);
  const at = over?.["at"] ?? ends.at(-1)?.["ends"];
  return { isOver: over !== undefined, at: at === undefined ? null : +at };
}

function planOf(bank: SignedBank, order: string): ListedPlan {
  const { isOver, at: end } = endOf(bank, order);
  const last = newsOf(bank, order).at(-1);
  const isDue = last?.["status"] === "declined";
  const isSaid = last?.["status"] === "cancelled";
  const isEnding = end !== null && (isSaid || Number(last?.["at"]) < end);
  return {
    status: isOver ? "cancelled" : isDue ? "past_due" : "active",
    goesOn: !isOver && !isEnding,
    isPaused: false,
    amount: RENEWAL,
  };
}

/** Whether nothing was left of an order after something had gone back, whatever was taken since. */
function wasAllBack(bank: SignedBank, order: string): boolean {
  const left = new Map<string, number>();
  return bank.eventsOf(order).some((event) => {
    const { kind = "", status = "", transaction = "", of = "" } = event;
    const amount = Number(event["amount"]);
    const what = `${kind} ${status}`;
    if (what === "payment approved" || what === "renewal approved")
      left.set(transaction, amount);
    if (what !== "refund approved" && what !== "chargeback lost") return false;
    left.set(of, (left.get(of) ?? 0) - amount);
    return [...left.values()].every((sum) => sum <= 0);
  });
}

function countAfterEnd(bank: SignedBank, order: string): number {
  const { at: end } = endOf(bank, order);
  if (end === null) return 0;
  const here = bank
    .listed(order)
    .filter(({ state }) => !isReturned(state))
    .map(({ transaction }) => transaction);
  return newsOf(bank, order).filter(
    ({ status, at, transaction = "" }) =>
      status === "approved" && Number(at) >= end && here.includes(transaction),
  ).length;
}
