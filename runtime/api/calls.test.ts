import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  getAbConfiguration,
  getAllConfigs,
  processConversion,
  updateAbConfiguration,
} from "./ab.ts";
import { createAuthToken } from "./auth.ts";
import type { Client } from "./client.ts";
import { NonsenseError } from "./nonsense.ts";
import {
  getCheckoutStatus,
  getPurchases,
  makeStripeCheckout,
  makeStripeSubscription,
} from "./pay.ts";
import { checkPreviewStatus, downloadPreview, sendPreview } from "./preview.ts";
import { initiateCheckout, makeCharge, makeImmediateCharge } from "./charge.ts";
import { getMaxPayForm } from "./max-pay.ts";
import {
  getVisitorInfo,
  getVisitorIp,
  storeVisitorContacts,
} from "./visitor.ts";

const NO_IDS = { fbp: null, fbc: null };
const KEY = "11111111-1111-4111-8111-111111111111";
const EVENT = "22222222-2222-4222-8222-222222222222";
const error = vi.spyOn(console, "error");
beforeEach(() => void error.mockImplementation(() => undefined));
afterEach(() => error.mockReset());

const visitor = { visitor_id: "v-1", is_new_visitor: true, contact_info: {} };
const geo = {
  status: "fail",
  country_code: "",
  currency: "",
  city: "",
  country: "",
  postcode: "",
};
const page = { checkout_id: "c-1", url: "/pay/c-1" };
const status = {
  checkout_id: "c-1",
  status: "open",
  product: "plan",
  amount: 1,
  currency: "USD",
  url: "/pay/c-1",
};
const purchase = {
  checkout_id: "c-1",
  product: "plan",
  name: "Plan",
  amount: 3999,
  currency: "USD",
  renewal: { everyDays: 84, amount: 4999 },
  paid_at: "2026-01-01T00:00:00Z",
};
const order = {
  product: "plan",
  price: 3999,
  currency: "USD",
  event_id: EVENT,
} as const;
const body = { product: "plan", return_path: "/quiz/oto" };
const SIDE = { variable_block: "AB_Test_FIT1_OTO_2", component: "B" };

const CALLS: readonly [
  string,
  (client: Client) => Promise<unknown>,
  unknown,
  unknown,
][] = [
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
    { purchases: [purchase, { ...purchase, renewal: null }] },
    [purchase, { ...purchase, renewal: null }],
  ],
  [
    "pay-pro-make-immediate-charge",
    (client) => makeImmediateCharge(client, KEY, "plan"),
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

/** Left out of an answer without harm: only the payment pages' `url` is needed, and has its own test. */
const SPARE = new Set(["url", "new_image", "configurations"]);

test.each(CALLS)("%s reads its answer", async (_, call, answer, read) => {
  expect(await call(() => Promise.resolve(answer))).toEqual(read);
});

test.each(CALLS)("%s refuses nonsense", async (_, call, answer) => {
  const inside = { purchases: [{ ...purchase, amount: "39.99" }] };
  for (const nonsense of [null, undefined, "<html>", 5, [], {}, inside]) {
    await expect(call(() => Promise.resolve(nonsense))).rejects.toBeInstanceOf(
      NonsenseError,
    );
  }
  const whole = Object.entries(Object(answer));
  for (const [key] of whole.filter(([name]) => !SPARE.has(name))) {
    const damaged = Object.fromEntries([...whole, [key, [5]]]);
    await expect(call(() => Promise.resolve(damaged))).rejects.toBeInstanceOf(
      NonsenseError,
    );
  }
});

test.each([null, 5])("a payment page needs an address, not %j", async (url) => {
  const client: Client = () => Promise.resolve({ ...page, url });
  await expect(makeStripeCheckout(client, KEY, body)).rejects.toThrow(
    NonsenseError,
  );
});

test("the reference is a path segment, whatever it holds", async () => {
  const paths: string[] = [];
  const client: Client = (path) => {
    paths.push(path);
    return Promise.resolve({ checkout_id: "c-1", status: "paid" });
  };
  await makeCharge(client, {
    ...NO_IDS,
    reference: "../x?y",
    visitorId: null,
    eventId: EVENT,
  });
  expect(paths).toEqual(["/visitor/make-charge/..%2Fx%3Fy"]);
});

const offline: Client = () => Promise.reject(new TypeError("offline"));

test("a failed lookup of the place, a failed charge by reference and a failed immediate charge are logged and rethrown", async () => {
  await expect(getVisitorIp(offline)).rejects.toThrow("offline");
  const charge = {
    ...NO_IDS,
    reference: "r-1",
    visitorId: null,
    eventId: EVENT,
  };
  await expect(makeCharge(offline, charge)).rejects.toThrow("offline");
  await expect(makeImmediateCharge(offline, KEY, "plan")).rejects.toThrow(
    "offline",
  );
  expect(error.mock.calls).toEqual([
    ["looking up the visitor's place failed", "TypeError"],
    ["charging by reference failed", "TypeError"],
    ["the immediate charge failed", "TypeError"],
  ]);
});

test("conversion processing and updating the visitor configuration are logged, not rethrown", async () => {
  await expect(processConversion(offline, SIDE)).resolves.toBeUndefined();
  await expect(updateAbConfiguration(offline, SIDE)).resolves.toBeNull();
  expect(error.mock.calls).toEqual([
    ["processing the conversion failed", "TypeError"],
    ["updating the AB configuration failed", "TypeError"],
  ]);
});

test("a configuration and a conversion go out as variable_block and component, and nothing else", async () => {
  const sent: unknown[] = [];
  const client: Client = (path, { method, body: json, repeatable }) => {
    sent.push([path, method, json, repeatable]);
    return Promise.resolve({ ...SIDE, component: "A" });
  };
  const stored = { ...SIDE, more: "x" };
  expect(await updateAbConfiguration(client, stored)).toEqual({
    ...SIDE,
    component: "A",
  });
  await processConversion(client, stored);
  expect(sent).toEqual([
    ["/ab/visitor-app-configuration/update", "POST", SIDE, true],
    ["/ab/process-conversion", "POST", SIDE, true],
  ]);
});

const FORM = {
  checkout_id: "c-1",
  formData: {
    action: "/pay/x",
    method: "POST",
    fields: { sum: "1", sign: "s" },
  },
};

test("the Max-Pay form is asked for by product_id; its answer is formData", async () => {
  const client: Client = (path, { query, headers }) => {
    expect([path, query, headers]).toEqual([
      "/max-pay/form",
      { product_id: "plan" },
      { "Idempotency-Key": KEY },
    ]);
    return Promise.resolve(FORM);
  };
  expect(await getMaxPayForm(client, KEY, "plan")).toEqual(FORM);
});

test.each([
  null,
  {},
  { ...FORM, checkout_id: 5 },
  { ...FORM, formData: { ...FORM.formData, action: null } },
  { ...FORM, formData: { ...FORM.formData, method: "GET" } },
  { ...FORM, formData: { ...FORM.formData, fields: { sum: 1 } } },
])(
  "a failed Max-Pay form is logged and returns nothing: %j",
  async (answer) => {
    const client: Client = () => Promise.resolve(answer);
    expect(await getMaxPayForm(client, KEY, "plan")).toBeNull();
    expect(await getMaxPayForm(offline, KEY, "plan")).toBeNull();
    expect(error.mock.calls).toEqual([
      ["the payment form could not be had", "NonsenseError"],
      ["the payment form could not be had", "TypeError"],
    ]);
  },
);

test("the immediate charge goes to the AI host as form data product_code, with its key", async () => {
  const client: Client = (path, { host, method, body: form, headers }) => {
    expect([path, host, method, headers]).toEqual([
      "/pay/pay-pro-make-immediate-charge",
      "ai",
      "POST",
      { "Idempotency-Key": KEY },
    ]);
    expect(form instanceof FormData && [...form]).toEqual([
      ["product_code", "plan"],
    ]);
    return Promise.resolve({ checkout_id: "c-1", status: "paid" });
  };
  await makeImmediateCharge(client, KEY, "plan");
});

test("an auth token is data.data.token; the email goes out as form data", async () => {
  const tokens = ["t-1", null].map((token) =>
    createAuthToken((path, { method, body: form, repeatable }) => {
      expect([path, method, repeatable]).toEqual([
        "/courses/auth/tokens/create",
        "POST",
        false,
      ]);
      expect(form instanceof FormData && [...form]).toEqual([
        ["email", "a@b.co"],
      ]);
      return Promise.resolve({ data: { data: { token } } });
    }, "a@b.co"),
  );
  expect(await Promise.all(tokens)).toEqual(["t-1", null]);
});

test("an auth token is null on failure, and the failure is told aside", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const failures: Client[] = [
    offline,
    () => Promise.resolve({ data: { data: {} } }),
    () => Promise.resolve("<html>"),
  ];
  for (const client of failures) {
    const onFailure = vi.fn<() => void>();
    expect(await createAuthToken(client, "a@b.co", onFailure)).toBeNull();
    expect(onFailure).toHaveBeenCalledOnce();
  }
  expect(warn).toHaveBeenCalledTimes(3);
  expect(JSON.stringify(warn.mock.calls)).not.toContain("a@b");
  warn.mockRestore();
});

test("only a charge, a contact and a token are never repeated by themselves", async () => {
  const repeatable: unknown[] = [];
  for (const [name, call, answer] of CALLS) {
    await call((_, options) => {
      if (!options.repeatable) repeatable.push(name);
      return Promise.resolve(answer);
    });
  }
  expect(repeatable).toEqual([
    "store-contact-info",
    "make-charge",
    "pre-reg-data",
    "check-preview-status",
  ]);
});

test("what moves money may take thirty seconds", async () => {
  const slow: unknown[] = [];
  for (const [name, call, answer] of CALLS) {
    await call((_, { timeout }) => {
      if (timeout === 30_000) slow.push(name);
      return Promise.resolve(answer);
    });
  }
  expect(slow).toEqual([
    "make-stripe-checkout",
    "make-stripe-subscription",
    "make-charge",
    "pay-pro-make-immediate-charge",
  ]);
});

test("a photograph goes to the AI host with its styles, a prompt alone, each with the device", async () => {
  const forms: Record<string, FormDataEntryValue>[] = [];
  const client: Client = (path, { host, method, body: form }) => {
    expect([path, host, method]).toEqual(["/pre-reg-data", "ai", "POST"]);
    if (form instanceof FormData) forms.push(Object.fromEntries(form));
    return Promise.resolve({ data: { data: { id: "p-1" } } });
  };
  const image = new Blob(["x"], { type: "image/jpeg" });
  const via = { device: "d-1", send: fetch };
  await sendPreview(client, { image, styles: ["mosaic"] }, via);
  await sendPreview(client, { prompt: 'a "fox"' }, via);
  expect(forms).toEqual([
    {
      image: expect.any(File),
      styles: '["mosaic"]',
      device_id: "d-1",
    },
    { prompt: '"a \\"fox\\""', device_id: "d-1" },
  ]);
});

test("another job's status is nobody's", async () => {
  const client: Client = () =>
    Promise.resolve({ id: "p-2", status: "completed", new_image: null });
  await expect(checkPreviewStatus(client, "p-1")).rejects.toThrow(
    NonsenseError,
  );
});

test("a picture is a picture, and its id a path segment", async () => {
  const answers = [
    new Blob(["x"], { type: "image/jpeg" }),
    new Blob(["x"], { type: "text/html" }),
    new Blob(["x"], { type: "image/svg+xml" }),
    { status: "completed" },
  ];
  const download = (answer: unknown) =>
    downloadPreview((path, { answers }) => {
      expect([path, answers]).toEqual([
        "/visitor/download-preview-img/..%2Fx",
        "blob",
      ]);
      return Promise.resolve(answer);
    }, "../x");
  expect(await download(answers[0])).toBe(answers[0]);
  for (const nonsense of answers.slice(1))
    await expect(download(nonsense)).rejects.toThrow(NonsenseError);
});

test("a failed upload and a failed download are logged and rethrown", async () => {
  const via = { device: "d-1", send: fetch };
  await expect(sendPreview(offline, { prompt: "x" }, via)).rejects.toThrow(
    "offline",
  );
  await expect(downloadPreview(offline, "p-1")).rejects.toThrow("offline");
  await expect(checkPreviewStatus(offline, "p-1")).rejects.toThrow("offline");
  expect(error.mock.calls).toEqual([
    ["uploading the image failed", "TypeError"],
    ["downloading the image failed", "TypeError"],
  ]);
});
