import { chargeSaved, toAnswer } from "../checkout/charge.ts";
import { draftCheckout } from "../checkout/checkout.ts";
import { orderOf } from "../checkout/open-order.ts";
import { callingPage } from "../http/calling-page.ts";
import { type AppContext, readHeader } from "../http/app-env.ts";
import type { Services } from "../services.ts";
import { claimQuote } from "../checkout/orders.ts";
import type { Card, Draft } from "../db/checkouts.ts";
import { findReference, type Quote } from "../db/quotes.ts";
import type { Provider } from "../checkout/provider.ts";
import { ProblemError } from "../http/problem.ts";
import { route } from "./route.ts";
import type { Session } from "../db/sessions.ts";
import { currentSession } from "../sessions/session.ts";
import { isToken } from "../token.ts";

/**
 * Spec 7 charges by GET. What no page makes by accident keeps it safe: headers of its own, no navigation or prefetch,
 * and a reference of this session that is used up by the first charge.
 */
export const makeCharge = route("make-charge", {
  method: "GET",
  path: "/visitor/make-charge/{reference}",
  session: "needed",
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
    const { method } = found;
    const { token } = method;
    const provider = services.providers.of(method);
    if (provider === null)
      throw new ProblemError("reference-unknown", "Check the reference.");
    const draft = () => draftOf(c, services, session, found, provider);
    const checkout = await claimQuote(services, found.quote, draft);
    const order = orderOf(c, services, checkout);
    const charged = await chargeSaved(services, provider, order, token);
    return toAnswer(services, charged);
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

function draftOf(
  c: AppContext,
  services: Services,
  session: Session,
  { quote, method }: { readonly quote: Quote; readonly method: Card },
  provider: Provider,
): Promise<Draft> {
  return draftCheckout(c, services, session, quote, provider, {
    product: quote.product,
    return_path: callingPage(c),
    saved: { card: method },
    details: { event_id: readHeader(c, "x-event-id") },
  });
}
