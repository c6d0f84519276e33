import type { Stripe } from "stripe";
import type { Checkout } from "../../db/checkouts.ts";
import { codeOf } from "./client.ts";

/**
 * Stripe's prices belong to products; ours are made there when they are first sold, under an id that follows from the
 * brand and the code: an id is made of letters, digits, `-` and `_`, of which codes have no `_`. Remembers what it has
 * made.
 */
export function stripeProducts(
  stripe: Stripe,
): (checkout: Checkout) => Promise<string> {
  const made = new Map<string, Promise<string>>();
  return (checkout) => {
    const id = `funnels_${checkout.brand}_${checkout.product.replaceAll(".", "_")}`;
    const known = made.get(id);
    if (known !== undefined) return known;
    const making = create(stripe, id, checkout.product_name);
    made.set(id, making);
    making.catch(() => made.delete(id));
    return making;
  };
}

async function create(
  stripe: Stripe,
  id: string,
  name: string,
): Promise<string> {
  try {
    await stripe.products.create({ id, name });
  } catch (error) {
    if (codeOf(error) !== "resource_already_exists") throw error;
    // Its name may be another one since.
    await stripe.products.update(id, { name });
  }
  return id;
}
