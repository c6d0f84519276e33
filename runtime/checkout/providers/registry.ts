import type {
  CheckoutProvider,
  SavedProvider,
} from "../../../generated/names.ts";
import { makeImmediateCharge } from "../../api/charge.ts";
import { openPage as openMaxPay } from "./max-pay.ts";
import type { ChargeSaved, OpenPage } from "./provider.ts";
import { openPage as openStripe } from "./stripe.ts";

/** Providers whose payment page is reached by a call of their own (spec 7); the server tells the address of any other. */
export const openers: { readonly [Id in CheckoutProvider]?: OpenPage } = {
  "max-pay": openMaxPay,
  stripe: openStripe,
};

/** Providers that charge what they have saved themselves, by a call of their own. */
export const chargers: { readonly [Id in SavedProvider]: ChargeSaved } = {
  "pay-pro": makeImmediateCharge,
};
