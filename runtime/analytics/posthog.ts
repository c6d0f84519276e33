import type {
  CaptureResult,
  PostHog,
} from "posthog-js/dist/module.slim.no-external";
import { redactPath } from "../../generated/address.ts";
import { UNKNOWN_DEVICE } from "../core/device-id.ts";
import { parsedUrl } from "../core/parsed-url.ts";
import { publicAddress } from "../core/query.ts";
import { isRecord, readText } from "../core/read.ts";
import type { VisitEvent } from "../state/events.ts";
import {
  ANSWER_PLACE,
  NOT_RUNNING,
  PRIVATE_PLACE,
  type RunningVendor,
  type Vendor,
  type VendorContext,
} from "./vendor.ts";

export const posthog: Vendor = {
  purpose: "measurement",
  wanted: ({ vendors }, { analytics }) => analytics && vendors.posthog !== null,
  async start(context) {
    const { AnalyticsExtensions, PostHog } = await import("./posthog-sdk.ts");
    if (context.isStopped()) return NOT_RUNNING;
    const { key, host } = context.brand.vendors.posthog ?? {
      key: "",
      host: "",
    };
    const device = context.deviceId();
    const client = new PostHog();
    client.init(key, {
      __extensionClasses: AnalyticsExtensions,
      api_host: host,
      // A visitor is the same one here, at the API and there; who has no id yet is not one with all the others.
      ...(device !== null &&
        device !== UNKNOWN_DEVICE && { bootstrap: { distinctID: device } }),
      autocapture: { element_attribute_ignorelist: ["value"] },
      // Choices are words of the visitor.
      mask_all_text: true,
      // Where the pointer was would tell them.
      capture_heatmaps: false,
      // The view of a page would tell how far a sensitive one before it was scrolled.
      disable_scroll_properties: true,
      capture_pageview: false,
      capture_pageleave: true,
      persistence: "localStorage",
      opt_out_useragent_filter: true,
      disable_session_recording: true,
      disable_surveys: true,
      advanced_disable_feature_flags_on_first_load: true,
      person_profiles: "identified_only",
      // All that run here share one opt-out: the start of the next one takes back that of a stopped one.
      before_send: (event) =>
        event !== null && !context.isStopped() && mayTrack(event, context)
          ? withoutSecrets(event)
          : null,
    });
    // Versions before have begun with the word for none: the browser was one person with all the others.
    if (client.get_property("$device_id") === UNKNOWN_DEVICE)
      client.reset(true);
    if (client.has_opted_out_capturing())
      client.opt_in_capturing({ captureEventName: false });
    // The library's own id is the person's, once there is one.
    const own = readText(client.get_property("$device_id"));
    if (own !== null) context.reportDevice(own);
    return running(client, context);
  },
};

function running(client: PostHog, context: VendorContext): RunningVendor {
  return {
    track(event) {
      if (event.kind === "page")
        client.capture("$pageview", viewOf(event, context));
      if (event.kind === "purchase")
        client.capture("purchase", event.properties);
      if (event.kind === "dropped")
        client.capture("answers_dropped", {
          funnel: `${context.funnel.brand}/${context.funnel.id}`,
          edition: context.funnel.edition,
          questions: event.questions,
        });
      if (event.kind === "visitor") identify(client, context);
    },
    stop: () => client.opt_out_capturing(),
  };
}

/** Under this name the title of a page passes the library, which names each page view by the title of now. */
const PAGE_TITLE = "page_title";

/** The page may have been left before the library was there: addresses of a visit differ in their path alone. */
function viewOf(
  { path, title }: Extract<VisitEvent, { kind: "page" }>,
  { location }: VendorContext,
): Record<string, string> {
  const address = new URL(location.href);
  address.pathname = path;
  return {
    $pathname: path,
    $current_url: publicAddress(address.href),
    [PAGE_TITLE]: title,
  };
}

function withOwnTitle(properties: Record<string, unknown>): void {
  if (!(PAGE_TITLE in properties)) return;
  properties["title"] = properties[PAGE_TITLE];
  delete properties[PAGE_TITLE];
}

/** By the id that a visitor keeps: the user id becomes another one with a picture, and nobody would link the two. */
function identify(
  client: PostHog,
  { identity, visitorId }: VendorContext,
): void {
  const properties = identity();
  const id = visitorId();
  if (properties === null || id === null) return;
  client.identify(id, { ...properties });
}

/** What the library notes by itself, taps above all, would tell what is answered and shown on a sensitive page. */
const OWN_EVENTS = ["$pageview", "purchase", "$identify", "$set"];

function mayTrack(
  { event, properties }: CaptureResult,
  { sensitive }: VendorContext,
) {
  if (isWithin(properties, PRIVATE_PLACE)) return false;
  return sensitive() === "no" || OWN_EVENTS.includes(event);
}

/** What the library calls the attribute by which the page marks a place. */
const attributeOf = (place: string) => `attr__${place.slice(1, -1)}`;

/** Whether what was tapped stands in such a place: the tap's elements as text, which are always sent. */
function isWithin(properties: Record<string, unknown>, place: string) {
  const { $elements_chain: chain } = properties;
  return typeof chain === "string" && chain.includes(`${attributeOf(place)}=`);
}

/** Addresses of pages go without what names a person, a payment, a tester or a sensitive page; taps without the answer. */
function withoutSecrets(event: CaptureResult): CaptureResult {
  withOwnTitle(event.properties);
  cleanse(event.properties);
  withoutAnswer(event.properties);
  if (event.$set) cleanse(event.$set);
  if (event.$set_once) cleanse(event.$set_once);
  return event;
}

/** The elements of a tap, the innermost first: between the tapped one and the place of the answer, only tags are left. */
function withoutAnswer(properties: Record<string, unknown>): void {
  if (!isWithin(properties, ANSWER_PLACE)) return;
  // The same once more as text; some projects get no list beside it, and hear of no element then.
  delete properties["$elements_chain"];
  const { $elements } = properties;
  if (!Array.isArray($elements)) return;
  const place = $elements.findIndex(
    (element) => isRecord(element) && attributeOf(ANSWER_PLACE) in element,
  );
  properties["$elements"] = $elements.map((element: unknown, i) =>
    i < place && isRecord(element)
      ? { tag_name: element["tag_name"] }
      : element,
  );
}

const ADDRESS = /(url|referrer|href)$/;
const PATH = /pathname$/;

function cleanse(properties: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value !== "string") continue;
    if (ADDRESS.test(name) && parsedUrl(value) !== null)
      properties[name] = publicAddress(value);
    if (PATH.test(name)) properties[name] = redactPath(value);
  }
}
