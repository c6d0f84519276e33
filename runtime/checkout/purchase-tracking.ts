import type { Checkout } from "../core/checkout-store.ts";
import type { Experiments } from "../core/experiments.ts";
import { MAKE_STRIPE_SUBSCRIPTION_META_MAX } from "../../generated/call.ts";

export interface PurchaseSource {
  /** That of the attempt; a new UUID where it is not known. */
  readonly eventId: string;
  /** The cookies `_fbp` and `_fbc`. */
  readonly clicks: { readonly fbp: string | null; readonly fbc: string | null };
  readonly checkout: Checkout;
  readonly experiments: Experiments;
  /** The path of the page. */
  readonly path: string;
}

/** What tells of a purchase (spec 3); what is absent is left out, what is long is cut. */
export function purchaseTracking({
  eventId,
  clicks,
  checkout,
  experiments,
  path,
}: PurchaseSource): Readonly<Record<string, string>> {
  const { name, value } = experiments.lastUsedExperiment;
  const payload = {
    event_id: eventId,
    fbp: clicks.fbp,
    fbc: clicks.fbc,
    device_id: checkout.deviceId,
    source: checkout.utmSource,
    split_name: name,
    split_value: value,
    value: path,
  };
  return Object.fromEntries(
    Object.entries(payload).flatMap(([key, text]) =>
      text ? [[key, text.slice(0, MAKE_STRIPE_SUBSCRIPTION_META_MAX)]] : [],
    ),
  );
}
