import {
  type Checkout,
  CHECKOUT_KEY,
  NO_CHECKOUT,
  readCheckout,
} from "../core/checkout-store.ts";
import { stored } from "./stored.ts";

export const checkoutStored = stored<Checkout>({
  key: () => CHECKOUT_KEY,
  read: readCheckout,
  empty: NO_CHECKOUT,
});
