/** The folder `routes` holds the calls that visitors' pages make, one a file. */
import type { RouteEntry } from "../http/route.ts";
import type { Services } from "../services.ts";
import { authTokensCreate } from "./auth-tokens-create.ts";
import { askForData } from "./ask-for-data.ts";
import { allConfigs } from "./all-configs.ts";
import { countPages } from "./count-pages.ts";
import { checkPreviewStatus } from "./check-preview-status.ts";
import { checkoutStatus } from "./checkout-status.ts";
import { downloadPreviewImg } from "./download-preview-img.ts";
import { initiateCheckout } from "./initiate-checkout.ts";
import { offerTerms } from "./offer-terms.ts";
import { providerCalls } from "../payments/registry.ts";
import { makeCharge } from "./make-charge.ts";
import { makeCheckout } from "./make-checkout.ts";
import { preRegData } from "./pre-reg-data.ts";
import { processConversion } from "./process-conversion.ts";
import { purchases } from "./purchases.ts";
import { storeConsent } from "./store-consent.ts";
import { storeContactInfo } from "./store-contact-info.ts";
import { updateVisitorAppConfiguration } from "./update-visitor-app-configuration.ts";
import { visitorAppConfiguration } from "./visitor-app-configuration.ts";
import { visitorInfo } from "./visitor-info.ts";
import { visitorIp } from "./visitor-ip.ts";

/** Every call of the API. The app, the OpenAPI document and the page about it read this table. */
export const routes: readonly RouteEntry<Services>[] = [
  visitorInfo,
  storeContactInfo,
  storeConsent,
  countPages,
  askForData,
  visitorIp,
  offerTerms,
  initiateCheckout,
  makeCharge,
  makeCheckout,
  ...providerCalls,
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
