/** The folder `checkout` holds what is done with orders, payments and refunds, whatever the provider. */
import type {
  CheckoutStatus,
  MakeStripeCheckout,
} from "../../generated/api.ts";
import type { AppContext } from "../http/app-env.ts";
import { pageOrigin, addressOf } from "./addresses.ts";
import {
  type Card,
  type Checkout,
  type Draft,
  findCheckout,
  findOrderEmail,
} from "../db/checkouts.ts";
import { findEmails } from "../db/contacts.ts";
import type { PromoUse } from "../db/promo-codes.ts";
import { findQuote, latestQuote, type Quote } from "../db/quotes.ts";
import { once, readKey } from "./idempotency.ts";
import { openOrder } from "./open-order.ts";
import type { PaymentServices, Provider } from "./provider.ts";
import { isSetAside, isWaiting } from "./settle.ts";
import { requireInTime } from "../offers/countdown.ts";
import { holdersOf, shareTerms, whileOpen } from "../offers/holders.ts";
import { requirePromo } from "../offers/promo.ts";
import { ProblemError } from "../http/problem.ts";
import type { Session } from "../db/sessions.ts";
import { noteCheckout } from "../http/request-context.ts";
import { currentSession } from "../sessions/session.ts";
import { findProduct, type SiteProduct, termsOf, termsText } from "../site.ts";
import { withCheckout } from "../http/safe-path.ts";
import { newToken } from "../token.ts";
import { reader } from "../http/validate.ts";

type PaymentPage = MakeStripeCheckout["answer"];
const readPage = reader<PaymentPage>("make-stripe-checkout", "answer");

interface CheckoutRequest {
  readonly product: string;
  readonly return_path: string;
  /** Empty or left out where the page knows none: the one that was given in the session counts. */
  readonly email?: string;
  /** Whatever else came with the request; kept with the checkout. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Charged by what is saved; a lost charge is looked for by its card. Left out: paid on the provider's page. */
  readonly saved?: { readonly card: Card | null };
}

/**
 * Opens a checkout with a provider for a product at the price confirmed last, once for each Idempotency-Key; where the
 * session has such an order already, that one is answered, and what is paid leads back to the page that asked.
 * Throws a 409 when no price was confirmed or it has changed, a 422 when the product is paid another way.
 */
export async function openCheckout(
  c: AppContext,
  services: PaymentServices,
  provider: Provider,
  kind: "one-off" | "subscription" | "any",
  request: CheckoutRequest,
): Promise<PaymentPage> {
  const key = readKey(c);
  const product = requireProduct(c, request.product);
  const own = product.renewal === null ? "one-off" : "subscription";
  if (kind !== "any" && kind !== own)
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
    const draft = await draftCheckout(
      c,
      services,
      session,
      quote,
      provider,
      request,
    );
    const { kind, checkout } = await openOrder(c, services, provider, {
      quote,
      draft,
    });
    const { checkout_id } = checkout;
    return {
      checkout_id,
      url:
        kind === "paid"
          ? `${pageOrigin(c, services)}${withCheckout(request.return_path, checkout_id)}`
          : addressOf(services, provider.pageOf(checkout)),
    };
  };
  const named = kind === "any" ? { provider: provider.id } : {};
  const asked = { kind, ...named, ...request };
  return once(services, session, key, asked, {
    call: "opening",
    work,
    read: readPage,
  });
}

/**
 * The session, and the price confirmed in it for a product: by the event, or last where none is named. Throws a 409 when
 * none was, a 422 for no product.
 */
export async function requireConfirmed(
  c: AppContext,
  services: PaymentServices,
  code: string,
  event: string | null = null,
): Promise<{ readonly session: Session; readonly quote: Quote }> {
  const product = requireProduct(c, code);
  const session = await currentSession(c, services);
  if (session === null) throw unconfirmed();
  const quote =
    event === null
      ? await latestQuote(services.db, session.id, product.code)
      : await findQuote(services.db, session.id, {
          product: product.code,
          event_id: event.toLowerCase(),
        });
  if (quote === null) throw unconfirmed();
  return { session, quote };
}

/**
 * A checkout that is not stored yet. Throws a 409 when the list's price is no longer the confirmed one, or the time for
 * it has ended.
 */
export async function draftCheckout(
  c: AppContext,
  services: PaymentServices,
  session: Session,
  quote: Quote,
  provider: Provider,
  request: CheckoutRequest,
): Promise<Draft> {
  const product = requireProduct(c, quote.product);
  const use = await requireHeld(c, services, session, quote, request.email);
  if (product.renewal !== null && !provider.renews)
    throw new ProblemError(
      "product-mismatch",
      "This product renews, and the provider takes a payment once.",
      [{ pointer: "#/product", detail: "cannot be paid there" }],
    );
  const card = request.saved?.card;
  const origin = pageOrigin(c, services);
  const checkout: Checkout = {
    checkout_id: newToken(services.random),
    session_id: session.id,
    brand: c.get("brand").id,
    provider: provider.id,
    status: "open",
    product: product.code,
    product_name: product.name,
    amount: quote.amount,
    currency: quote.currency,
    renewal_amount: product.renewal?.prices[quote.currency] ?? null,
    renewal_days: product.renewal?.everyDays ?? null,
    event_id: quote.event_id,
    return_path: request.return_path,
    return_origin: services.apiOrigin === "" ? "" : origin,
    page_origin: origin,
    email: await emailOf(services, session, request),
    details: request.details,
    card_token: card?.token ?? null,
    card_brand: card?.brand ?? null,
    card_last4: card?.last4 ?? null,
    provider_reference: null,
    provider_page: null,
    first_days: product.renewal === null ? null : product.days,
    offer: request.return_path.replace(/[?#].*/, ""),
    way: request.saved === undefined ? "page" : "saved",
    repeatable: c.get("brand").repeatable.includes(product.code),
    created_at: services.now(),
    settled_at: null,
    asked_at: null,
    unknown_since: null,
    untold_since: null,
    reviewed_at: null,
    promo: quote.promo,
    gift_places: c.get("brand").gifts?.[product.code] ?? null,
    busy_with: null,
    busy_since: null,
  };
  return { checkout, use };
}

/** One tap comes without an email: where none was given in the visit, it is that of an order before. */
async function emailOf(
  { db }: PaymentServices,
  session: Session,
  { email, saved }: CheckoutRequest,
): Promise<string | null> {
  if (email || saved === undefined) return email || null;
  const given = await findEmails(db, session.id);
  return given.length > 0 ? null : findOrderEmail(db, session.id);
}

/** What lowers a confirmed price, where something does. Throws a 409 when the price does not hold any more. */
async function requireHeld(
  c: AppContext,
  services: PaymentServices,
  session: Session,
  quote: Quote,
  email: string | undefined,
): Promise<PromoUse | null> {
  const { product, promo, amount, currency, confirmed_at: confirmedAt } = quote;
  const brand = c.get("brand");
  const sold = requireProduct(c, product);
  const isListed = promo !== null || sold.prices[currency] === amount;
  const isAgreed =
    quote.terms === null || quote.terms === termsText(termsOf(sold, currency));
  if (!isListed || !isAgreed)
    throw new ProblemError("price-changed", "Confirm the new price first.");
  const holders = await holdersOf(
    services,
    { brand: brand.id, session },
    email,
  );
  // Whoever is refused finds the same on the page.
  if (email !== undefined)
    await whileOpen(services, session, (own) => shareTerms(own, holders));
  const sale = { session, product, confirmedAt };
  await requireInTime(c, services, holders, sale);
  if (promo === null) return null;
  const confirmed = { promo, product, amount, currency };
  return requirePromo(brand, holders, confirmed, services.now());
}

/** A checkout of this session; another session's is as unknown as one that does not exist. */
export async function requireCheckout(
  services: PaymentServices,
  session: Session | null,
  checkoutId: string,
): Promise<Checkout> {
  const checkout =
    session === null ? null : await findCheckout(services.db, checkoutId);
  if (checkout === null || checkout.session_id !== session?.id)
    throw new ProblemError("checkout-unknown", "Check the checkout_id.");
  noteCheckout(checkoutId);
  return checkout;
}

/** Where a visitor goes on with a checkout that waits for them; nothing once it is settled or set aside. */
export function waitingPage(
  services: PaymentServices,
  checkout: Checkout,
): Pick<CheckoutStatus["answer"], "url"> {
  if (!isWaiting(checkout) || isSetAside(checkout)) return {};
  const page = services.providers.of(checkout)?.pageOf(checkout) ?? "";
  return page === "" ? {} : { url: addressOf(services, page) };
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
