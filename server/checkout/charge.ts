import type { MakeCharge } from "../../generated/api.ts";
import { waitingPage } from "./checkout.ts";
import {
  type Card,
  type Checkout,
  findCheckout,
  moveCheckout,
} from "../db/checkouts.ts";
import { isGivenBack } from "../db/payments.ts";
import type { Order, PaymentServices, Provider } from "./provider.ts";
import { settle } from "./settle.ts";
import { ProblemError } from "../http/problem.ts";

interface Method {
  readonly token: string;
  /** null for what the provider has saved, and we have not seen. */
  readonly card: Pick<Card, "brand" | "last4"> | null;
}

/**
 * Charges a checkout that is still open, and reads what became of it from the table: others may charge it as well.
 * Throws a 409 while the provider does not know, a 404 where it has saved nothing.
 */
export async function chargeSaved(
  services: PaymentServices,
  provider: Provider,
  order: Order,
  method: Method,
): Promise<Checkout> {
  const { checkout } = order;
  const { db, now, random } = services;
  if (checkout.status !== "open") {
    // Nothing is paid by it any more, and it is not charged again: its price has to be confirmed anew.
    if (await isGivenBack(db, checkout))
      throw new ProblemError(
        "reference-unknown",
        "It was given back: confirm the price again.",
      );
    return checkout;
  }
  const { token } = method;
  const { outcome, page, ...told } = await provider.charge(order, token);
  if (outcome === "pending")
    throw new ProblemError("in-flight", "Ask again in a second.");
  if (outcome === "missing")
    throw new ProblemError("method-missing", "Pay on the payment page.");
  const card = method.card && {
    token,
    brand: method.card.brand,
    last4: method.card.last4,
  };
  if (outcome === "paid") {
    // Whatever has become of the order meanwhile: another tab may have closed it.
    const { reference } = told;
    const named = reference === undefined ? {} : { transaction: reference };
    return settle(services, checkout, {
      status: outcome,
      card,
      ...told,
      ...named,
    });
  }
  await moveCheckout(db, checkout.checkout_id, {
    from: "open",
    to: outcome,
    card,
    ...told,
    ...(page !== undefined && { page }),
    now: now(),
    random,
  });
  return (await findCheckout(db, checkout.checkout_id)) ?? checkout;
}

/** What a charge answers: the outcome, and the way on where the visitor has to confirm. */
export function toAnswer(
  services: PaymentServices,
  checkout: Checkout,
): MakeCharge["answer"] {
  const { checkout_id, status } = checkout;
  if (status === "needs_authentication")
    return { checkout_id, status, ...waitingPage(services, checkout) };
  return { checkout_id, status: status === "paid" ? "paid" : "declined" };
}
