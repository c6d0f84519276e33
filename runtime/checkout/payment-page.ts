import { makeCheckout } from "../api/pay.ts";
import { openers } from "./providers/registry.ts";
import { opened, type OpenPage } from "./providers/provider.ts";

/** Opens the attempt's payment page. */
export const openPaymentPage: OpenPage = (client, to, sale) => {
  const open = openers[sale.attempt.order.checkout] ?? openAtAddress;
  return open(client, to, sale);
};

/** The server tells the address of the page. */
const openAtAddress: OpenPage = async (client, to, { attempt, details }) => {
  const { checkoutId, order } = attempt;
  const { checkout: provider, product, email } = order;
  const { returnPath, meta, ...place } = details;
  const sent = { provider, product, email, return_path: returnPath, meta };
  const page = await makeCheckout(client, checkoutId, { ...sent, ...place });
  return opened(to, attempt, page);
};
