import { type Attempt, readAttempts } from "./attempt.ts";
import type { AdFields } from "./attribution.ts";
import { isRecord, readText } from "./read.ts";

interface Fields extends AdFields {
  readonly lastCheckoutProduct: string | null;
  readonly lastPurchaseEventId: string | null;
  readonly checkoutId: string | null;
  readonly deviceId: string | null;
  readonly visitorId: string | null;
  readonly checkoutEmail: string | null;
  readonly userId: string | null;
}

/** The persisted checkout store (spec 3), with the payments that were begun. */
export interface Checkout extends Fields {
  readonly isPurchased: boolean;
  /** One an offer, the newest last. */
  readonly attempts: readonly Attempt[];
  /**
   * Ids of the payments whose purchase was told, the newest last: an attempt may be gone before its payment is asked
   * about again.
   */
  readonly told: readonly string[];
  /**
   * Purchases that vendors are still to be told of (`UntoldPurchase`): these may come after the document of the purchase
   * has gone. Read by those who tell, who are not there with the first page.
   */
  readonly untold: readonly unknown[];
}

export interface UntoldPurchase {
  /** What is told of it. */
  readonly properties: Readonly<Record<string, string>>;
  /** The ids of those who are still to be told; null as long as nobody has looked who may be. */
  readonly vendors: readonly string[] | null;
}

/** How many of each a device keeps. */
const TOLD_MAX = 20;

const NO_FIELDS: Fields = {
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
};

export const NO_CHECKOUT: Checkout = {
  ...NO_FIELDS,
  isPurchased: false,
  attempts: [],
  told: [],
  untold: [],
};

/** Reads the stored checkout, null when it makes no sense. */
export function readCheckout(value: unknown): Checkout | null {
  if (!isRecord(value)) return null;
  const fields = Object.keys(NO_FIELDS).reduce(
    (read, name) => ({ ...read, [name]: readText(value[name], 500) }),
    NO_FIELDS,
  );
  return {
    ...fields,
    isPurchased: value["isPurchased"] === true,
    attempts: readAttempts(value["attempts"]),
    told: lastOf(value["told"]).flatMap((id) => readText(id, 200) ?? []),
    untold: lastOf(value["untold"]).filter(isRecord),
  };
}

/** What versions before have stored has no such list. */
function lastOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(-TOLD_MAX) : [];
}
