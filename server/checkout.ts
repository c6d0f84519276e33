import type { CheckoutStatus, MakeStripeCheckout } from "../generated/api.ts";
import type { AppContext, Services } from "./context.ts";
import { type Checkout, findCheckout, insertCheckout } from "./db/checkouts.ts";
import { latestQuote, type Quote } from "./db/quotes.ts";
import { once, readKey } from "./idempotency.ts";
import { ProblemError } from "./problem.ts";
import { currentSession, type Session } from "./session.ts";
import { findProduct, type SiteProduct } from "./site.ts";
import { newToken } from "./token.ts";
import { reader } from "./validate.ts";

type PaymentPage = MakeStripeCheckout["answer"];
const readPage = reader<PaymentPage>("make-stripe-checkout", "answer");

interface CheckoutRequest {
  readonly product: string;
  readonly return_path: string;
  readonly email?: string;
  /** Whatever else came with the request; kept with the checkout. */
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Opens a checkout for a product at the price confirmed last, once for each Idempotency-Key.
 * Throws a 409 when no price was confirmed or it has changed, a 422 when the product is paid another way.
 */
export async function openCheckout(
  c: AppContext,
  services: Services,
  kind: "one-off" | "subscription",
  request: CheckoutRequest,
): Promise<PaymentPage> {
  const key = readKey(c);
  const product = requireProduct(c, request.product);
  if ((product.renewal !== null) !== (kind === "subscription"))
    throw new ProblemError(
      "product-mismatch",
      product.renewal === null
        ? "This product is paid once: make-stripe-checkout."
        : "This product renews: make-stripe-subscription.",
      [{ pointer: "#/product", detail: "is sold by another call" }],
    );
  const session = await currentSession(c, services);
  if (session === null) throw unconfirmed();
  const work = async () => {
    const quote = await latestQuote(services.db, session.id, product.code);
    if (quote === null) throw unconfirmed();
    const checkout = draftCheckout(c, services, session, quote, request);
    const page = await services.provider.open(checkout);
    await insertCheckout(services.db, checkout);
    const url = `${services.apiOrigin}${page}`;
    return { checkout_id: checkout.checkout_id, url };
  };
  const asked = { kind, ...request };
  return once(services, session, key, asked, { work, read: readPage });
}

/** A checkout that is not stored yet. Throws a 409 when the list's price is no longer the confirmed one. */
export function draftCheckout(
  c: AppContext,
  services: Services,
  session: Session,
  quote: Quote,
  request: CheckoutRequest,
): Checkout {
  const product = requireProduct(c, quote.product);
  if (product.prices[quote.currency] !== quote.amount)
    throw new ProblemError("price-changed", "Confirm the new price first.");
  return {
    checkout_id: newToken(services.random),
    session_id: session.id,
    brand: c.get("brand").id,
    provider: services.provider.id,
    status: "open",
    product: product.code,
    product_name: product.name,
    amount: quote.amount,
    currency: quote.currency,
    renewal_amount: product.renewal?.prices[quote.currency] ?? null,
    renewal_days: product.renewal?.everyDays ?? null,
    event_id: quote.event_id,
    return_path: request.return_path,
    return_origin: services.apiOrigin === "" ? "" : returnOrigin(c),
    email: request.email ?? null,
    details: request.details,
    card_token: null,
    card_brand: null,
    card_last4: null,
    created_at: services.now(),
    settled_at: null,
  };
}

/** A checkout of this session; another session's is as unknown as one that does not exist. */
export async function requireCheckout(
  services: Services,
  session: Session | null,
  checkoutId: string,
): Promise<Checkout> {
  const checkout =
    session === null ? null : await findCheckout(services.db, checkoutId);
  if (checkout === null || checkout.session_id !== session?.id)
    throw new ProblemError("checkout-unknown", "Check the checkout_id.");
  return checkout;
}

/** Where a visitor goes on with a checkout that waits for them; nothing once it is settled. */
export function waitingPage(
  { provider, apiOrigin }: Services,
  checkout: Checkout,
): Pick<CheckoutStatus["answer"], "url"> {
  const waits =
    checkout.status === "open" || checkout.status === "needs_authentication";
  return waits ? { url: `${apiOrigin}${provider.pageOf(checkout)}` } : {};
}

function requireProduct(c: AppContext, code: string): SiteProduct {
  const product = findProduct(c.get("brand"), code);
  if (product !== null) return product;
  throw new ProblemError(
    "product-unknown",
    "The brand's price list does not hold this product.",
    [{ pointer: "#/product", detail: "is not in the price list" }],
  );
}

function unconfirmed(): ProblemError {
  return new ProblemError(
    "price-unconfirmed",
    "Call initiate-checkout for this product first.",
  );
}

/** The app has let only origins of brands through by now. */
function returnOrigin(c: AppContext): string {
  return c.req.header("origin") ?? "";
}
