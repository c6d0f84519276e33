import { type Checkout, findCheckout } from "../db/checkouts.ts";
import type { OpenRefund } from "../db/open-refunds.ts";
import {
  REFUSED,
  type Reservation,
  type Reserved,
  type RefundRequest,
  reserveRefund,
  takeUp,
} from "../db/refunds.ts";
import { findReturnedPlan } from "../db/returned-plans.ts";
import { ProblemError } from "../http/problem.ts";
import { settleAfterSale } from "./after-sale.ts";
import { endPlan } from "./end-plan.ts";
import { formatMoney } from "./money.ts";
import type { AfterSale } from "./news.ts";
import type { PaymentServices, Refunded } from "./provider.ts";

type RefundServices = Pick<
  PaymentServices,
  "db" | "now" | "random" | "providers"
>;

/**
 * Gives money of an order back, and answers the name of the refund. Asked again under the same key, it is the same
 * refund; a refund whose answer got lost is asked for again before a new one is made, and the provider makes it once.
 * Throws a 404 for no order or payment, a 409 where nothing is left, the payment is disputed or the provider refuses, a
 * 422 for too large a sum or a key of another request, a 503 when the provider does not answer: then the same call may
 * be made again.
 */
export async function refundOrder(
  services: RefundServices,
  checkoutId: string,
  request: Omit<RefundRequest, "now">,
): Promise<string> {
  const { db, now } = services;
  const checkout = await findCheckout(db, checkoutId);
  if (checkout === null)
    throw new ProblemError("order-unknown", "Check the id of the order.");
  const reserved = await reserveRefund(db, checkout, {
    ...request,
    now: now(),
  });
  if (reserved.kind === "known") {
    const { refundId, failure } = reserved;
    if (failure !== null) throw new ProblemError("refund-refused", failure);
    await endReturned(services, checkoutId);
    return refundId;
  }
  if (reserved.kind !== "reserved") throw refusal(checkout, reserved);
  const told = await askProvider(services, checkout, reserved.refund);
  if (told.kind === "unable")
    throw new ProblemError("refund-refused", told.detail);
  if (told.status === "failed")
    throw new ProblemError("refund-refused", told.reason ?? REFUSED);
  await endReturned(services, checkoutId);
  return reserved.refund.refund_id;
}

/** The refund is made, whatever becomes of this: the housekeeping tries it again, and says what is left. */
async function endReturned(
  services: RefundServices,
  checkoutId: string,
): Promise<void> {
  const plan = await findReturnedPlan(services.db, checkoutId);
  if (plan !== null) await endPlan(services, plan).catch(() => undefined);
}

/** Asks the provider once more for a refund that it has not answered. Throws where it cannot be asked any more. */
export async function resumeRefund(
  services: RefundServices,
  checkoutId: string,
  refundId: string,
): Promise<void> {
  const checkout = await findCheckout(services.db, checkoutId);
  if (checkout === null) return;
  const refund = await takeUp(services.db, checkout, refundId);
  if (refund === null) return;
  const told = await askProvider(services, checkout, refund);
  if (told.kind === "unable") throw new Error(told.detail);
}

/** Asks the provider what became of a refund that it has taken up, where it can be asked. */
export async function followRefund(
  services: RefundServices,
  refund: OpenRefund,
  reference: string,
): Promise<void> {
  const checkout = await findCheckout(services.db, refund.checkout_id);
  if (checkout === null) return;
  const provider = services.providers.of(checkout);
  const told = await provider?.lookAtRefund?.(reference);
  if (told?.kind !== "told" || told.status === "requested") return;
  const news = refundNews(refund, { ...told, reference });
  await settleAfterSale(services, checkout, news);
}

/**
 * What the provider says is written down before anybody is told. Where it was asked before and cannot be asked now, nobody
 * knows what came of that: the refund stays open.
 */
async function askProvider(
  services: RefundServices,
  checkout: Checkout,
  refund: Reserved,
): Promise<Refunded> {
  const { refund_id: id, wasAsked, ...money } = refund;
  const provider = services.providers.of(checkout);
  const told: Refunded =
    provider === null
      ? { kind: "unable", detail: "Its payment provider is not set up." }
      : await provider.refund({ id, checkout, ...money });
  if (!wasAsked || told.kind === "told")
    await settleAfterSale(services, checkout, refundNews(refund, told));
  return told;
}

/** What is written down of a refund; one that the provider cannot make has failed. */
export function refundNews(
  {
    refund_id: refund,
    transaction,
    amount,
    currency,
  }: Omit<Reserved, "of" | "wasAsked">,
  told: Refunded,
): AfterSale {
  const about = { refund, transaction, amount, currency };
  if (told.kind === "unable") {
    const { detail: reason } = told;
    return {
      kind: "refund",
      ...about,
      reference: null,
      status: "failed",
      reason,
    };
  }
  const { status, reference, reason = null } = told;
  return { kind: "refund", ...about, reference, status, reason };
}

function refusal(
  { currency }: Checkout,
  reservation: Exclude<Reservation, { kind: "known" | "reserved" }>,
): ProblemError {
  switch (reservation.kind) {
    case "key-reused":
      return new ProblemError(
        "key-reused",
        "Make a new key for another refund.",
      );
    case "no-payment":
      return new ProblemError(
        "order-unknown",
        "Nothing was paid by this order, or not by a payment of that id.",
      );
    case "nothing-left": {
      const others = reservation.others
        .map(({ id, left }) => `${id} (${formatMoney(left, currency)})`)
        .join(", ");
      return new ProblemError(
        "refund-refused",
        others === ""
          ? "All of it has gone back, or is on its way."
          : `All of this payment has gone back, or is on its way. Money is left of others; name one by payment (--payment): ${others}.`,
      );
    }
    case "contested":
      return new ProblemError(
        "refund-refused",
        "The buyer's bank has been asked for this money, so that it may go back twice. Answer in the provider's own pages; to give it back all the same, send despite_dispute (--despite-dispute).",
      );
    case "too-large":
      return new ProblemError(
        "refund-too-large",
        `${formatMoney(reservation.left, currency)} of the payment are left.`,
      );
  }
}
