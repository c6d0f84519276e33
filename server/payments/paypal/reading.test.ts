import { afterEach, describe, expect, test, vi } from "vitest";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { readVariables } from "../../variables.ts";
import { payPalOf } from "./answers.fixture.ts";
import { openOrder } from "./open.ts";
import { getOrder } from "./orders.ts";
import { payPal, payPalAt } from "./provider.ts";

const GET = "GET /v2/checkout/orders/O-1";
const get = (status: number, body: unknown) =>
  getOrder(payPalOf({ [GET]: { status, body } }).client, "O-1");
const checkout = madeUpCheckout({ provider: "paypal" });

describe("an order of PayPal's", () => {
  test.each([
    { status: "CREATED" },
    { id: "O-1" },
    { id: 1, status: "CREATED" },
    { id: "O-1", status: 7 },
    null,
  ])("is none when it is answered as %j", async (body) => {
    await expect(get(200, body)).rejects.toThrow("PayPal answers no order");
  });

  test("that is refused is not one that is gone", async () => {
    expect(await get(404, {})).toBeNull();
    const details = [{ issue: "PERMISSION_DENIED" }];
    await expect(get(403, { name: "NOT_AUTHORIZED", details })).rejects.toThrow(
      /^PayPal answers 403 PERMISSION_DENIED$/,
    );
    await expect(get(403, {})).rejects.toThrow(/^PayPal answers 403 $/);
  });

  test("has a sum where its value and its currency are told", async () => {
    const sumOf = async (amount: unknown) => {
      const body = {
        id: "O-1",
        status: "CREATED",
        purchase_units: [{ amount }],
      };
      return (await get(200, body))?.amount;
    };
    expect(await sumOf({ value: "9.99", currency_code: "USD" })).toEqual({
      value: "9.99",
      currency: "USD",
    });
    expect(await sumOf({ value: "9.99" })).toBeNull();
    expect(await sumOf({ currency_code: "USD" })).toBeNull();
  });

  test("may have a capture of which nothing is told", async () => {
    const payments = { captures: [{}] };
    const purchase_units = [{ payments }];
    const body = { id: "O-1", status: "CREATED", purchase_units };
    expect((await get(200, body))?.captures).toEqual([
      { id: null, status: "", amount: null },
    ]);
  });
});

describe("PayPal as a provider", () => {
  afterEach(() => vi.unstubAllGlobals());

  const named = {
    PAYPAL_CLIENT_ID: "id",
    PAYPAL_CLIENT_SECRET: "secret",
    PAYPAL_WEBHOOK_ID: "webhook",
  };

  test.each([
    [{}, "https://api-m.paypal.com"],
    [{ PAYPAL_API: "http://localhost:9" }, "http://localhost:9"],
  ])("with %j is asked at %s", async (variables, origin) => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (url: URL) => {
      asked.push(url.origin);
      return Response.json({ access_token: "t", expires_in: 600 });
    });
    const provider = payPal.read(readVariables({ ...named, ...variables }));
    const told = { ...checkout, provider_reference: "O-1" };
    // What is answered is no order, which nobody asks about here.
    await expect(provider?.look?.(told)).rejects.toThrow("no order");
    expect(asked).toEqual([origin, origin]);
  });

  test("is asked nothing about a checkout that it has no order for", async () => {
    const fetched = vi.fn<typeof fetch>();
    vi.stubGlobal("fetch", fetched);
    const api = new URL("https://paypal.example");
    const settings = { clientId: "id", clientSecret: "s", webhookId: "w" };
    const provider = payPalAt({ ...settings, api });
    const none = {
      ...checkout,
      provider_page: null,
      provider_reference: null,
    };
    expect(await provider.look?.(none)).toBeNull();
    expect(provider.pageOf(none)).toBe("");
    await provider.expire?.(none);
    expect(fetched).not.toHaveBeenCalled();
  });

  test("without encryption of its own may have a page with it", async () => {
    const page = "https://www.paypal.example/checkoutnow?token=O-1";
    const links = [{ rel: "approve", href: page }];
    const body = { id: "O-1", status: "CREATED", links };
    const { client } = payPalOf({
      "POST /v2/checkout/orders": { status: 201, body },
    });
    const order = {
      checkout,
      origin: "https://calm.example",
      api: "https://api.example",
      payPeoValue: null,
      at: new Date(0),
    };
    const plain = { ...client, api: new URL("http://localhost:9") };
    expect(await openOrder(plain, order)).toMatchObject({ page });
  });
});
