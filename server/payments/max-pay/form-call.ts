import type { MaxPayForm } from "../../../generated/api.ts";
import { addressOf, pageOrigin } from "../../checkout/addresses.ts";
import { draftCheckout, requireConfirmed } from "../../checkout/checkout.ts";
import { openOrder, orderOf } from "../../checkout/open-order.ts";
import type { PaymentForm, PaymentServices } from "../../checkout/provider.ts";
import { once, readKey } from "../../checkout/idempotency.ts";
import { callHeader } from "../../http/app-env.ts";
import { callingPage } from "../../http/calling-page.ts";
import { ProblemError } from "../../http/problem.ts";
import { routesWith } from "../../http/route.ts";
import { withCheckout } from "../../http/safe-path.ts";
import { reader } from "../../http/validate.ts";

const route = routesWith<PaymentServices>();
const read = reader<MaxPayForm["answer"]>("max-pay-form", "answer");

export const maxPayForm = route("max-pay-form", {
  method: "GET",
  path: "/max-pay/form",
  session: "needed",
  answer: async ({ c, services, query }) => {
    const provider = services.providers.named("max-pay");
    if (provider?.form === undefined)
      throw new ProblemError("payment-off", "MaxPay is not set up.");
    const { form } = provider;
    const { session, quote } = await requireConfirmed(
      c,
      services,
      query.product_id,
    );
    // Without a key of the page's own, the confirmed price is one: it begins one payment.
    const given = callHeader(c, "idempotency-key") !== undefined;
    const key = given ? readKey(c) : quote.event_id;
    const work = async () => {
      const return_path = callingPage(c);
      const draft = await draftCheckout(c, services, session, quote, provider, {
        product: quote.product,
        return_path,
        details: {},
      });
      const opened = await openOrder(c, services, provider, { quote, draft });
      const { checkout } = opened;
      const { checkout_id } = checkout;
      const { action, method, fields } =
        opened.kind === "paid"
          ? wayBack(
              pageOrigin(c, services),
              withCheckout(return_path, checkout_id),
            )
          : form(orderOf(c, services, checkout));
      const formData = { action: addressOf(services, action), method, fields };
      return { checkout_id, formData };
    };
    const request = { call: "max-pay-form", ...query, event: quote.event_id };
    return once(services, session, key, request, {
      call: "opening",
      work,
      read,
    });
  },
});

/** What is paid already is not paid again: the form leads back to the page. */
function wayBack(origin: string, path: string): PaymentForm {
  const { pathname, searchParams } = new URL(path, origin);
  const fields = Object.fromEntries(searchParams);
  return { action: `${origin}${pathname}`, method: "GET", fields };
}
