import {
  type Checkout,
  NO_CHECKOUT,
  readCheckout,
} from "../core/checkout-store.ts";
import { stored } from "./stored.ts";
import { CHECKOUT_KEY } from "../core/storage-keys.ts";

export const checkoutStored = stored<Checkout>({
  key: () => CHECKOUT_KEY,
  read: readCheckout,
  empty: NO_CHECKOUT,
});
