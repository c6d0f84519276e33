import type { InitiateCheckout } from "../../generated/api.ts";
import { readHeader } from "../http/app-env.ts";
import { confirmQuote, latestMethod } from "../db/quotes.ts";
import { requireInTime } from "../offers/countdown.ts";
import { holdersOf } from "../offers/holders.ts";
import { promoOf } from "../offers/promo.ts";
import { ProblemError } from "../http/problem.ts";
import { route } from "./route.ts";
import { requireSession } from "../sessions/session.ts";
import { findProduct, type SiteBrand, termsOf, termsText } from "../site.ts";
import { newToken } from "../token.ts";

export const initiateCheckout = route("initiate-checkout", {
  method: "POST",
  path: "/visitor/initiate-checkout",
  answer: async ({ c, services, body }) => {
    const brand = c.get("brand");
    const { price, terms } = listed(brand, body);
    const session = await requireSession(c, services);
    const holders = await holdersOf(services, { brand: brand.id, session });
    const { product } = body;
    const isListed = price === body.price;
    const promo = isListed
      ? null
      : await promoOf(services, brand, holders, body);
    if (!isListed && promo === null) throw mismatch(price, body.currency);
    const sale = { session, product, confirmedAt: null };
    await requireInTime(c, services, holders, sale);
    if (body.renewal !== undefined && termsText(body.renewal) !== terms)
      throw new ProblemError(
        "price-mismatch",
        "The product renews on other terms.",
        [{ pointer: "#/renewal", detail: "is not what the list says" }],
      );
    const method = await latestMethod(
      services.db,
      session.id,
      services.providers.all.map(({ id }) => id),
    );
    const quote = await confirmQuote(services.db, {
      session_id: session.id,
      event_id: body.event_id.toLowerCase(),
      product: body.product,
      amount: body.price,
      currency: body.currency,
      fbp: readHeader(c, "x-fbp"),
      fbc: readHeader(c, "x-fbc"),
      confirmed_at: services.now(),
      promo,
      terms,
      reference: method === null ? null : newToken(services.random),
      method_id: method?.method_id ?? null,
    });
    if (quote === null)
      throw new ProblemError(
        "event-reused",
        "Make a new event_id for another product or price.",
      );
    return { event_id: body.event_id, reference: quote.reference };
  },
});

/** The price list is the server's. */
function listed(
  brand: SiteBrand,
  body: InitiateCheckout["body"],
): { readonly price: number | undefined; readonly terms: string } {
  const product = findProduct(brand, body.product);
  if (product === null)
    throw new ProblemError(
      "product-unknown",
      "The brand's price list does not hold this product.",
      [{ pointer: "#/product", detail: "is not in the price list" }],
    );
  if (!brand.currencies.includes(body.currency))
    throw new ProblemError(
      "invalid",
      `The brand sells in ${brand.currencies.join(", ")}.`,
      [{ pointer: "#/currency", detail: "is not a currency of the brand" }],
    );
  const { currency } = body;
  const terms = termsText(termsOf(product, currency));
  return { price: product.prices[currency], terms };
}

/** What the page showed has to be what is charged. */
function mismatch(price: number | undefined, currency: string): ProblemError {
  return new ProblemError(
    "price-mismatch",
    `The price list says ${price} ${currency} in minor units.`,
    [{ pointer: "#/price", detail: "is not the price of the list" }],
  );
}
