import type { AppContext } from "../http/app-env.ts";
import { pageOrigin } from "./addresses.ts";
import {
  beginCall,
  CALL_TIMEOUT_MS,
  deleteUnopened,
  endCall,
  keepPage,
} from "../db/calls-under-way.ts";
import {
  type Checkout,
  type Claim,
  type Draft,
  findCheckout,
} from "../db/checkouts.ts";
import type { Quote } from "../db/quotes.ts";
import { inFlight } from "../http/problem.ts";
import { noteCheckout } from "../http/request-context.ts";
import { claim } from "./orders.ts";
import type { Order, PaymentServices, Provider } from "./provider.ts";
import { isWaiting } from "./settle.ts";

/**
 * The order of a draft, with its page open at the provider: a message about it may come before the provider's answer
 * does, so that it is stored first. Throws a 409 while another call is opening it.
 */
export async function openOrder(
  c: AppContext,
  services: PaymentServices,
  provider: Provider,
  { quote, draft }: { readonly quote: Quote; readonly draft: Draft },
): Promise<Claim> {
  const now = services.now();
  const opening: Checkout = {
    ...draft.checkout,
    busy_with: "opening",
    busy_since: now,
  };
  const claimed = await claim(services, quote, { ...draft, checkout: opening });
  const { kind, checkout } = claimed;
  if (kind === "paid" || checkout.provider_page !== null) return claimed;
  const { db } = services;
  const { checkout_id: id } = checkout;
  if (kind === "waiting") {
    // A version before, beside this one, does not note that it is opening one.
    const age = now.getTime() - checkout.created_at.getTime();
    if (
      age < CALL_TIMEOUT_MS.opening ||
      !(await beginCall(db, id, "opening", now))
    )
      throw inFlight();
  }
  const told = await opened(c, services, provider, claimed).catch(
    async (error: unknown) => {
      // Of one that was opened before, the provider may know.
      if (kind === "new") await deleteUnopened(db, checkout);
      else await endCall(db, id, "opening", now);
      throw error;
    },
  );
  const kept = await keepPage(db, id, told);
  if (kept !== null) return { kind, checkout: kept };
  // Another call has opened it meanwhile, or it was paid before the provider's answer came.
  const stored = await findCheckout(db, id);
  if (stored?.status === "paid") return { kind: "paid", checkout: stored };
  if (stored === null || !isWaiting(stored)) throw inFlight();
  return { kind, checkout: stored };
}

async function opened(
  c: AppContext,
  services: PaymentServices,
  provider: Provider,
  { checkout }: Claim,
): Promise<Pick<Checkout, "provider_page" | "provider_reference">> {
  const order = orderOf(c, services, checkout);
  const { page, reference } = await provider.open(order);
  return { provider_page: page, provider_reference: reference };
}

/** A checkout as its provider is told of it. */
export function orderOf(
  c: AppContext,
  services: PaymentServices,
  checkout: Checkout,
): Order {
  const { apiOrigin, now } = services;
  noteCheckout(checkout.checkout_id);
  const origin = pageOrigin(c, services);
  const api = apiOrigin === "" ? origin : apiOrigin;
  const { payPeoValue = null } = c.get("brand");
  return { checkout, origin, api, payPeoValue, at: now() };
}
