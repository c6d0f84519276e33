import { makeStripeCheckout, makeStripeSubscription } from "../../api/pay.ts";
import { opened, type OpenPage } from "./provider.ts";

/** A product that renews is a subscription, any other is paid once. */
export const openPage: OpenPage = async (
  client,
  to,
  { attempt, details, product: { renewal } },
) => {
  const { checkoutId, order } = attempt;
  const { product } = order;
  const { returnPath, meta, email, ...place } = details;
  const common = { product, return_path: returnPath, meta };
  const page =
    renewal === null
      ? await makeStripeCheckout(client, checkoutId, {
          ...common,
          ...(email !== undefined && { email }),
        })
      : await makeStripeSubscription(client, checkoutId, {
          ...common,
          ...place,
          email: order.email,
        });
  return opened(to, attempt, page);
};
