import { getAbConfiguration } from "../api/ab.ts";
import { getAllConfigs } from "../api/all-configs.ts";
import {
  initiateCheckout,
  makeCharge,
  makeImmediateCharge,
} from "../api/charge.ts";
import type { Client } from "../api/client.ts";
import { storeConsent } from "../api/consent.ts";
import { getOfferTerms } from "../api/offer-terms.ts";
import {
  getCheckoutStatus,
  getPurchases,
  makeCheckout,
  makeStripeCheckout,
  makeStripeSubscription,
} from "../api/pay.ts";
import { checkPreviewStatus } from "../api/preview.ts";
import { sendPreview } from "../api/send-preview.ts";
import {
  getVisitorInfo,
  getVisitorIp,
  storeVisitorContacts,
} from "../api/visitor.ts";

export const NO_IDS = { fbp: null, fbc: null };
export const KEY = "11111111-1111-4111-8111-111111111111";
export const EVENT = "22222222-2222-4222-8222-222222222222";
/** Fails as a fetch does without a network. */
export const offline: Client = () => Promise.reject(new TypeError("offline"));

const visitor = { visitor_id: "v-1", is_new_visitor: true, contact_info: {} };
const terms = {
  left_ms: 600_000,
  promo: { id: "own", code: "CALM-AAAAAA" },
  refused: null,
};
const geo = {
  status: "fail",
  country_code: "",
  currency: "",
  city: "",
  country: "",
  postcode: "",
};
export const page = { checkout_id: "c-1", url: "/pay/c-1" };
const status = {
  checkout_id: "c-1",
  status: "open",
  product: "plan",
  amount: 1,
  currency: "USD",
  url: "/pay/c-1",
};
export const purchase = {
  checkout_id: "c-1",
  product: "plan",
  name: "Plan",
  amount: 3999,
  currency: "USD",
  renewal: { everyDays: 84, amount: 4999 },
  status: "paid",
  refunded: 0,
  paid_at: "2026-01-01T00:00:00Z",
  gift: null,
};
/** The same of what does not renew. */
export const paidOnce = { ...purchase, renewal: null };
const order = {
  product: "plan",
  price: 3999,
  currency: "USD",
  event_id: EVENT,
} as const;
export const body = { product: "plan", return_path: "/quiz/oto" };
export const SIDE = { variable_block: "AB_Test_FIT1_OTO_2", component: "B" };

/** Each call with a good answer, and what is read from it. */
export const CALLS: readonly [
  string,
  (client: Client) => Promise<unknown>,
  unknown,
  unknown,
][] = [
  [
    "offer-terms",
    (client) => getOfferTerms(client, { funnel: "focus", left_ms: 600_000 }),
    terms,
    terms,
  ],
  ["visitor-info", getVisitorInfo, visitor, visitor],
  [
    "store-contact-info",
    (client) =>
      storeVisitorContacts(
        client,
        { event_id: EVENT },
        { ...NO_IDS, externalReferrer: null, fbclid: null },
      ),
    { visitor_info: visitor, event_id: EVENT },
    { visitor_info: visitor, event_id: EVENT },
  ],
  [
    "store-consent",
    (client) =>
      storeConsent(client, {
        event_id: EVENT,
        v: 1,
        at: "2026-01-01T00:00:00.000Z",
        purposes: ["replay"],
      }),
    { event_id: EVENT },
    { event_id: EVENT },
  ],
  ["visitor-ip", getVisitorIp, geo, geo],
  [
    "initiate-checkout",
    (client) => initiateCheckout(client, order, NO_IDS),
    { event_id: EVENT, reference: null },
    { event_id: EVENT, reference: null },
  ],
  [
    "make-stripe-checkout",
    (client) => makeStripeCheckout(client, KEY, body),
    page,
    page,
  ],
  [
    "make-stripe-subscription",
    (client) =>
      makeStripeSubscription(client, KEY, { ...body, email: "a@b.co" }),
    page,
    page,
  ],
  [
    "make-checkout",
    (client) =>
      makeCheckout(client, KEY, {
        ...body,
        provider: "stripe",
        email: "a@b.co",
      }),
    page,
    page,
  ],
  [
    "make-charge",
    (client) =>
      makeCharge(client, {
        ...NO_IDS,
        reference: "r-1",
        visitorId: "v-1",
        eventId: EVENT,
      }),
    { checkout_id: "c-1", status: "paid" },
    { checkout_id: "c-1", status: "paid" },
  ],
  [
    "checkout-status",
    (client) => getCheckoutStatus(client, "c-1"),
    status,
    status,
  ],
  [
    "purchases",
    getPurchases,
    { purchases: [purchase, paidOnce] },
    { purchases: [purchase, paidOnce] },
  ],
  [
    "pay-pro-make-immediate-charge",
    (client) => makeImmediateCharge(client, KEY, "plan", EVENT),
    { checkout_id: "c-1", status: "declined" },
    { checkout_id: "c-1", status: "declined" },
  ],
  [
    "visitor-app-configuration",
    getAbConfiguration,
    { ...SIDE, configurations: [SIDE] },
    SIDE,
  ],
  [
    "all-configs",
    getAllConfigs,
    {
      configs: [
        { variable_block: "x", components: [{ component: "A", weight: 0.5 }] },
      ],
    },
    [{ variable_block: "x", components: [{ component: "A", weight: 0.5 }] }],
  ],
  [
    "pre-reg-data",
    (client) =>
      sendPreview(client, { prompt: "a fox" }, { device: "d-1", send: fetch }),
    { data: { data: { id: "p-1" } } },
    "p-1",
  ],
  [
    "check-preview-status",
    (client) => checkPreviewStatus(client, "p-1"),
    { id: "p-1", status: "pending", new_image: null },
    "pending",
  ],
];
