import { type Attempt, readAttempts } from "./attempt.ts";
import type { AdFields } from "./attribution.ts";
import { isRecord, readText } from "./read.ts";

export const CHECKOUT_KEY = "checkout";

/** The persisted checkout store (spec 3), with the payments that were begun. */
export interface Checkout extends AdFields {
  readonly lastCheckoutProduct: string | null;
  readonly lastPurchaseEventId: string | null;
  readonly checkoutId: string | null;
  readonly deviceId: string | null;
  readonly visitorId: string | null;
  readonly checkoutEmail: string | null;
  readonly userId: string | null;
  readonly isPurchased: boolean;
  /** One an offer, the newest last. */
  readonly attempts: readonly Attempt[];
}

export const NO_CHECKOUT: Checkout = {
  lastCheckoutProduct: null,
  lastPurchaseEventId: null,
  checkoutId: null,
  adsetId: null,
  adsetName: null,
  adId: null,
  adName: null,
  utmSource: null,
  utmCampaign: null,
  campaignName: null,
  deviceId: null,
  visitorId: null,
  checkoutEmail: null,
  userId: null,
  isPurchased: false,
  attempts: [],
};

/** Takes over the advertising parameters that this visit came with; the others stay. */
export function withAd(checkout: Checkout, ad: AdFields): Checkout {
  const given = Object.entries(ad).filter(([, value]) => value !== null);
  return { ...checkout, ...Object.fromEntries(given) };
}

/** Reads the stored checkout, null when it makes no sense. */
export function readCheckout(value: unknown): Checkout | null {
  if (!isRecord(value)) return null;
  const text = (key: keyof Checkout) => readText(value[key], 500);
  return {
    lastCheckoutProduct: text("lastCheckoutProduct"),
    lastPurchaseEventId: text("lastPurchaseEventId"),
    checkoutId: text("checkoutId"),
    adsetId: text("adsetId"),
    adsetName: text("adsetName"),
    adId: text("adId"),
    adName: text("adName"),
    utmSource: text("utmSource"),
    utmCampaign: text("utmCampaign"),
    campaignName: text("campaignName"),
    deviceId: text("deviceId"),
    visitorId: text("visitorId"),
    checkoutEmail: text("checkoutEmail"),
    userId: text("userId"),
    isPurchased: value["isPurchased"] === true,
    attempts: readAttempts(value["attempts"]),
  };
}
