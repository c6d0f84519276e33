import type {
  CaptureResult,
  PostHog,
} from "posthog-js/dist/module.slim.no-external";
import { toldPath } from "../../generated/address.ts";
import { publicAddress } from "../core/query.ts";
import type { RunningVendor, Vendor, VendorContext } from "./vendor.ts";

export const posthog: Vendor = {
  purpose: "measurement",
  wanted: ({ vendors }, { analytics }) => analytics && vendors.posthog !== null,
  async start(context) {
    const { AnalyticsExtensions, PostHog } = await import("./posthog-sdk.ts");
    const { key, host } = context.brand.vendors.posthog ?? {
      key: "",
      host: "",
    };
    const device = context.deviceId();
    const client = new PostHog();
    client.init(key, {
      __extensionClasses: AnalyticsExtensions,
      api_host: host,
      // A visitor is the same one here, at the API and there.
      ...(device !== null && { bootstrap: { distinctID: device } }),
      autocapture: { element_attribute_ignorelist: ["value"] },
      // Choices are words of the visitor; which element it was tells enough.
      mask_all_text: true,
      capture_pageview: false,
      capture_pageleave: true,
      persistence: "localStorage",
      opt_out_useragent_filter: true,
      disable_session_recording: true,
      disable_surveys: true,
      advanced_disable_feature_flags_on_first_load: true,
      person_profiles: "identified_only",
      before_send: (event) =>
        event !== null && mayTell(event, context)
          ? withoutSecrets(event)
          : null,
    });
    if (client.has_opted_out_capturing())
      client.opt_in_capturing({ captureEventName: false });
    context.reportDevice(client.get_distinct_id());
    return running(client, context);
  },
};

function running(client: PostHog, context: VendorContext): RunningVendor {
  return {
    tell(event) {
      if (event.kind === "page")
        client.capture("$pageview", {
          $pathname: event.path,
          title: event.title,
        });
      if (event.kind === "purchase")
        client.capture("purchase", event.properties);
      if (event.kind === "visitor") identify(client, context);
    },
    stop: () => client.opt_out_capturing(),
  };
}

function identify(client: PostHog, { identity }: VendorContext): void {
  const properties = identity();
  const id = properties?.user_id;
  if (properties === null || id === undefined) return;
  client.identify(id, { ...properties });
}

/** What the library notes by itself, taps above all, would tell what is answered and shown on a sensitive page. */
const OWN_EVENTS = ["$pageview", "purchase", "$identify", "$set"];

function mayTell({ event }: CaptureResult, { sensitive }: VendorContext) {
  return sensitive() === "no" || OWN_EVENTS.includes(event);
}

/** Addresses of pages go without what names a person, a payment, a tester or a sensitive page. */
function withoutSecrets(event: CaptureResult): CaptureResult {
  cleanse(event.properties);
  if (event.$set) cleanse(event.$set);
  if (event.$set_once) cleanse(event.$set_once);
  return event;
}

const ADDRESS = /(url|referrer|href)$/;
const PATH = /pathname$/;

function cleanse(properties: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value !== "string") continue;
    if (ADDRESS.test(name) && URL.canParse(value))
      properties[name] = publicAddress(value);
    if (PATH.test(name)) properties[name] = toldPath(value);
  }
}
