import { endAtProvider } from "./close-unpaid.ts";
import { beginCall, endCall } from "../db/calls-under-way.ts";
import { type Checkout, findCheckout } from "../db/checkouts.ts";
import { dropLeftOf } from "../db/webhook-events.ts";
import { inFlight, ProblemError } from "../http/problem.ts";
import type { Finding, PaymentServices } from "./provider.ts";
import { isWaiting, look, settle } from "./settle.ts";

/** What somebody has found in the provider's own pages. */
export type ReportedOutcome =
  /** Paid, by the transaction of this name. */
  | { readonly outcome: "paid"; readonly transaction: string }
  /** Nothing was taken. */
  | { readonly outcome: "unpaid" };

/**
 * Settles an order by the word of an operator, and with it the messages about its payment that could not be dealt
 * with. Where the provider can say what became of it, its own word counts. Of an order that is paid, another
 * transaction is money taken once too often. Throws a 404 for no order, a 409 where the provider or the ledger says
 * otherwise, or while what is to be closed is being charged.
 */
export async function settleByHand(
  services: PaymentServices,
  checkoutId: string,
  reported: ReportedOutcome,
): Promise<void> {
  const { db, now } = services;
  const checkout = await findCheckout(db, checkoutId);
  if (checkout === null)
    throw new ProblemError("order-unknown", "Check the id of the order.");
  const { status } =
    reported.outcome === "unpaid" && isWaiting(checkout)
      ? await closing(services, checkout, () =>
          settleOne(services, checkout, reported),
        )
      : await settleOne(services, checkout, reported);
  const isPaid = status === "paid";
  if (isPaid !== (reported.outcome === "paid"))
    throw new ProblemError(
      "settle-refused",
      isPaid
        ? "It is paid: refund it."
        : "The provider says that nothing was taken.",
    );
  const provider = services.providers.of(checkout);
  // What the messages of one that is not set up any more tell, nobody knows.
  if (provider === null) return;
  const tellsOutcome = (type: string) => provider.tellsOutcome?.(type) ?? true;
  await dropLeftOf(db, checkoutId, tellsOutcome, now());
}

/** Nothing is charged for a checkout while it is closed, and none is closed while it is charged. */
async function closing(
  { db, now }: PaymentServices,
  { checkout_id: id }: Checkout,
  close: () => Promise<Checkout>,
): Promise<Checkout> {
  const since = now();
  if (!(await beginCall(db, id, "closing", since))) throw inFlight();
  try {
    return await close();
  } finally {
    await endCall(db, id, "closing", since);
  }
}

async function settleOne(
  services: PaymentServices,
  checkout: Checkout,
  reported: ReportedOutcome,
): Promise<Checkout> {
  const found = await findOut(services, checkout, reported);
  return found === null ? checkout : settle(services, checkout, found);
}

/** What is written down: the provider's word where it has one, else the operator's; null where nothing changes. */
async function findOut(
  services: PaymentServices,
  checkout: Checkout,
  reported: ReportedOutcome,
): Promise<Finding | null> {
  const given: Finding =
    reported.outcome === "paid"
      ? { status: "paid", transaction: reported.transaction }
      : { status: "cancelled" };
  if (checkout.status === "paid") return given;
  // One that does not answer cannot say either.
  let found = await look(services, checkout).catch(() => "unknown" as const);
  // One that is closed here has nothing left to close there.
  if (found === null && reported.outcome === "unpaid" && isWaiting(checkout))
    found = await endAtProvider(services, checkout);
  if (found === "unknown") {
    if (reported.outcome === "unpaid") await endUnpaid(services, checkout);
    return given;
  }
  return found;
}

/** A plan may have begun although its first payment is not known: nobody is charged for its renewals. */
async function endUnpaid(
  { providers }: PaymentServices,
  checkout: Checkout,
): Promise<void> {
  if (checkout.renewal_amount === null) return;
  await providers.of(checkout)?.endPlan?.(checkout, null);
}
