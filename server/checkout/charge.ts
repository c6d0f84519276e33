import type { MakeCharge } from "../../generated/api.ts";
import { waitingPage } from "./checkout.ts";
import {
  type Checkout,
  describeCheckout,
  findCheckout,
  moveCheckout,
} from "../db/checkouts.ts";
import {
  beginCall,
  endCall,
  markCallUncertain,
} from "../db/calls-under-way.ts";
import { isGivenBack } from "../db/payments.ts";
import type { Order, PaymentServices, Provider } from "./provider.ts";
import {
  isSetAside,
  isWaiting,
  logRefusal,
  look,
  refresh,
  settle,
} from "./settle.ts";
import { inFlight, ProblemError } from "../http/problem.ts";

/**
 * Charges a checkout that is still open, by the provider's name for what it has saved, and reads what became of it from
 * the table: others may charge it as well. Throws a 409 while the provider does not know, a 404 where it has saved
 * nothing, or has taken nothing for an order that was set aside.
 */
export async function chargeSaved(
  services: PaymentServices,
  provider: Provider,
  order: Order,
  token: string,
): Promise<Checkout> {
  const { checkout } = order;
  const { db, now, random } = services;
  if (isSetAside(checkout)) return requireEnded(services, checkout);
  if (checkout.status !== "open") {
    // Nothing is paid by it any more, and it is not charged again: its price has to be confirmed anew.
    if (await isGivenBack(db, checkout))
      throw new ProblemError(
        "reference-unknown",
        "It was given back: confirm the price again.",
      );
    return checkout;
  }
  // The provider is at work on it, and has told how it is asked after.
  if (!isChargeable(checkout))
    return requireDecided(await refresh(services, checkout));
  const { checkout_id: id } = checkout;
  const since = now();
  if (!(await beginCall(db, id, "charging", since))) {
    const stored = await findCheckout(db, id);
    // It gives way; or another call has moved it on since it was read.
    if (stored === null || isChargeable(stored)) throw inFlight();
    const moved = { ...order, checkout: stored };
    return chargeSaved(services, provider, moved, token);
  }
  const { outcome, reason, ...told } = await provider
    .charge(order, token)
    .catch(async (error: unknown) => {
      await markCallUncertain(db, id, "charging", { since, now: now() });
      throw error;
    });
  logRefusal(services, checkout, reason);
  const { reference } = told;
  if (outcome === "pending") {
    if (reference !== undefined) {
      await describeCheckout(db, id, { provider_reference: reference });
      await endCall(db, id, "charging", since);
    }
    throw inFlight();
  }
  if (outcome === "missing") {
    await endCall(db, id, "charging", since);
    throw new ProblemError("method-missing", "Pay on the payment page.");
  }
  if (outcome === "paid") {
    // Whatever has become of the order meanwhile: another tab may have closed it.
    const { page: _, ...paid } = told;
    const named = reference === undefined ? {} : { transaction: reference };
    return settle(services, checkout, { status: outcome, ...paid, ...named });
  }
  await moveCheckout(db, id, {
    from: "open",
    to: outcome,
    ...told,
    now: now(),
    random,
  });
  return (await findCheckout(db, id)) ?? checkout;
}

/** Open, and neither known to the provider nor set aside. */
function isChargeable(checkout: Checkout): boolean {
  const { status, provider_reference } = checkout;
  return (
    status === "open" && provider_reference === null && !isSetAside(checkout)
  );
}

/** An order that was set aside is charged no more: what has become of it, or a 404, by which another one can be begun. */
async function requireEnded(
  services: PaymentServices,
  checkout: Checkout,
): Promise<Checkout> {
  const found = await look(services, checkout);
  if (found === "unknown") throw inFlight();
  if (found !== null) return settle(services, checkout, found);
  throw new ProblemError(
    "reference-unknown",
    "It was set aside: confirm the price again.",
  );
}

function requireDecided(checkout: Checkout): Checkout {
  if (isWaiting(checkout)) throw inFlight();
  return checkout;
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
