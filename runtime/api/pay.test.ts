import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { body, EVENT, KEY, NO_IDS, offline, page } from "../testing/calls.ts";
import { makeCharge, makeImmediateCharge } from "./charge.ts";
import type { Client } from "./client.ts";
import { getMaxPayForm } from "./max-pay.ts";
import { NonsenseError } from "./nonsense.ts";
import { makeStripeCheckout } from "./pay.ts";

const error = vi.spyOn(console, "error");
beforeEach(() => void error.mockImplementation(() => undefined));
afterEach(() => error.mockReset());

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
  { ...FORM, formData: { ...FORM.formData, method: "PUT" } },
  { ...FORM, formData: { ...FORM.formData, fields: { sum: 1 } } },
])(
  "a failed Max-Pay form is logged and returns nothing: %j",
  async (answer) => {
    const client: Client = () => Promise.resolve(answer);
    expect(await getMaxPayForm(client, KEY, "plan")).toBeNull();
    const onFailure = vi.fn<(failure: unknown) => void>();
    expect(await getMaxPayForm(offline, KEY, "plan", onFailure)).toBeNull();
    expect(onFailure.mock.calls).toEqual([[expect.any(TypeError)]]);
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
      { "Idempotency-Key": KEY, "x-event-id": EVENT },
    ]);
    expect(form instanceof FormData && [...form]).toEqual([
      ["product_code", "plan"],
    ]);
    return Promise.resolve({ checkout_id: "c-1", status: "paid" });
  };
  await makeImmediateCharge(client, KEY, "plan", EVENT);
});
