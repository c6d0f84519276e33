import type { RouteEntry } from "../http/route.ts";
import { authTokensCreate } from "./auth-tokens-create.ts";
import { allConfigs } from "./all-configs.ts";
import { checkPreviewStatus } from "./check-preview-status.ts";
import { checkoutStatus } from "./checkout-status.ts";
import { downloadPreviewImg } from "./download-preview-img.ts";
import { initiateCheckout } from "./initiate-checkout.ts";
import { makeCharge } from "./make-charge.ts";
import { makeStripeCheckout } from "./make-stripe-checkout.ts";
import { makeStripeSubscription } from "./make-stripe-subscription.ts";
import { maxPayForm } from "./max-pay-form.ts";
import { payProCharge } from "./pay-pro-charge.ts";
import { preRegData } from "./pre-reg-data.ts";
import { processConversion } from "./process-conversion.ts";
import { purchases } from "./purchases.ts";
import { storeContactInfo } from "./store-contact-info.ts";
import { updateVisitorAppConfiguration } from "./update-visitor-app-configuration.ts";
import { visitorAppConfiguration } from "./visitor-app-configuration.ts";
import { visitorInfo } from "./visitor-info.ts";
import { visitorIp } from "./visitor-ip.ts";

/** Every call of the API. The app, the OpenAPI document and the page about it read this table. */
export const routes: readonly RouteEntry[] = [
  visitorInfo,
  storeContactInfo,
  visitorIp,
  initiateCheckout,
  makeCharge,
  makeStripeCheckout,
  makeStripeSubscription,
  maxPayForm,
  payProCharge,
  checkoutStatus,
  purchases,
  preRegData,
  checkPreviewStatus,
  downloadPreviewImg,
  authTokensCreate,
  visitorAppConfiguration,
  updateVisitorAppConfiguration,
  processConversion,
  allConfigs,
];
