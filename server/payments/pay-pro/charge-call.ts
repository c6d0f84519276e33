import type { PayProMakeImmediateCharge } from "../../../generated/api.ts";
import { chargeSaved, toAnswer } from "../../checkout/charge.ts";
import { draftCheckout, requireConfirmed } from "../../checkout/checkout.ts";
import { orderOf } from "../../checkout/open-order.ts";
import { claimQuote } from "../../checkout/orders.ts";
import { latestMethod } from "../../db/quotes.ts";
import { once, readKey } from "../../checkout/idempotency.ts";
import type { PaymentServices, Provider } from "../../checkout/provider.ts";
import { readHeader } from "../../http/app-env.ts";
import { callingPage } from "../../http/calling-page.ts";
import { ProblemError } from "../../http/problem.ts";
import { routesWith } from "../../http/route.ts";
import type { Session } from "../../db/sessions.ts";
import { reader } from "../../http/validate.ts";

const route = routesWith<PaymentServices>();
const read = reader<PayProMakeImmediateCharge["answer"]>(
  "pay-pro-make-immediate-charge",
  "answer",
);

export const payProCharge = route("pay-pro-make-immediate-charge", {
  method: "POST",
  host: "ai",
  path: "/pay/pay-pro-make-immediate-charge",
  session: "needed",
  answer: async ({ c, services, form }) => {
    const key = readKey(c);
    const provider = services.providers.named("pay-pro");
    if (provider === null)
      throw new ProblemError("payment-off", "PayPro is not set up.");
    const { session, quote } = await requireConfirmed(
      c,
      services,
      form.product_code,
      readHeader(c, "x-event-id"),
    );
    const work = async () => {
      const method = await methodOf(services, session, provider);
      // A confirmed price is charged once, whatever keys are sent with it.
      const checkout = await claimQuote(services, quote, () =>
        draftCheckout(c, services, session, quote, provider, {
          product: quote.product,
          return_path: callingPage(c),
          details: {},
          saved: { card: method.card },
        }),
      );
      const order = orderOf(c, services, checkout);
      const charged = await chargeSaved(
        services,
        provider,
        order,
        method.token,
      );
      return toAnswer(services, charged);
    };
    const request = { call: "pay-pro", ...form, event: quote.event_id };
    return once(services, session, key, request, {
      call: "charging",
      work,
      read,
    });
  },
});

/**
 * What is charged: a card saved here, or whatever the provider has saved of this session. Not of the visitor: their id
 * goes with a device id, which others may know.
 */
async function methodOf(
  { db, providers }: PaymentServices,
  session: Session,
  provider: Provider,
) {
  if (provider.immediate === "session")
    return { token: session.id, card: null };
  const ids = providers.all.filter((one) => one.isSandbox).map(({ id }) => id);
  const saved = await latestMethod(db, session.id, ids);
  if (saved === null)
    throw new ProblemError("method-missing", "Pay on the payment page first.");
  return { token: saved.token, card: saved };
}
