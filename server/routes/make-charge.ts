import type { MakeCharge } from "../../generated/api.ts";
import { draftCheckout, waitingPage } from "../checkout.ts";
import { type AppContext, readHeader, type Services } from "../context.ts";
import {
  type Checkout,
  claimReference,
  findCheckout,
  moveCheckout,
} from "../db/checkouts.ts";
import { findReference, type Quote } from "../db/quotes.ts";
import type { SavedMethodTable } from "../db/tables.ts";
import { ProblemError } from "../problem.ts";
import { route } from "../route.ts";
import { pathOf } from "../safe-path.ts";
import { currentSession, type Session } from "../session.ts";
import { isToken } from "../token.ts";

/**
 * Spec 7 charges by GET. What no page makes by accident keeps it safe: headers of its own, no navigation or prefetch,
 * and a reference of this session that is used up by the first charge.
 */
export const makeCharge = route("make-charge", {
  method: "GET",
  path: "/visitor/make-charge/{reference}",
  answer: async ({ c, services }) => {
    refuseSpeculation(c);
    const visitorId = readHeader(c, "x-visitor-id");
    if (visitorId === null || readHeader(c, "x-event-id") === null)
      throw new ProblemError(
        "headers-missing",
        "Send x-visitor-id and x-event-id.",
      );
    const session = await currentSession(c, services);
    const reference = c.req.param("reference") ?? "";
    const found =
      session !== null && session.visitorId === visitorId && isToken(reference)
        ? await findReference(services.db, session.id, reference)
        : null;
    if (session === null || found === null)
      throw new ProblemError("reference-unknown", "Check the reference.");
    const checkout = await claim(c, services, session, found.quote);
    return toAnswer(services, await charge(services, checkout, found.method));
  },
});

/** HEAD runs the GET route in Hono, so the method is looked at as well. */
function refuseSpeculation(c: AppContext): void {
  const purpose = `${c.req.header("sec-purpose") ?? ""} ${c.req.header("purpose") ?? ""} ${c.req.header("x-moz") ?? ""}`;
  const destination = c.req.header("sec-fetch-dest") ?? "empty";
  if (
    c.req.method !== "GET" ||
    /prefetch|prerender|preview/i.test(purpose) ||
    c.req.header("sec-fetch-mode") === "navigate" ||
    destination !== "empty"
  )
    throw new ProblemError("speculative", "Call this by fetch, after a click.");
}

/** The checkout of a reference: made by the first call, found by all others. */
async function claim(
  c: AppContext,
  services: Services,
  session: Session,
  quote: Quote,
): Promise<Checkout> {
  const { db } = services;
  const known =
    quote.checkout_id && (await findCheckout(db, quote.checkout_id));
  if (known) return known;
  const draft = draftCheckout(c, services, session, quote, {
    product: quote.product,
    return_path: pathOf(
      readHeader(c, "x-referrer") ?? readHeader(c, "referer"),
    ),
    details: { event_id: readHeader(c, "x-event-id") },
  });
  return claimReference(db, quote.reference ?? "", draft);
}

/** Charges a checkout that is still open, and reads what became of it from the table: others may charge it as well. */
async function charge(
  services: Services,
  checkout: Checkout,
  method: SavedMethodTable,
): Promise<Checkout> {
  if (checkout.status !== "open") return checkout;
  const { db, now, random, provider } = services;
  const to = await provider.charge(checkout, method.token);
  const card = {
    token: method.token,
    brand: method.brand,
    last4: method.last4,
  };
  await moveCheckout(db, checkout.checkout_id, {
    from: "open",
    to,
    card,
    now: now(),
    random,
  });
  return (await findCheckout(db, checkout.checkout_id)) ?? checkout;
}

function toAnswer(
  services: Services,
  checkout: Checkout,
): MakeCharge["answer"] {
  const { checkout_id, status } = checkout;
  if (status === "needs_authentication")
    return { checkout_id, status, ...waitingPage(services, checkout) };
  return { checkout_id, status: status === "paid" ? "paid" : "declined" };
}
