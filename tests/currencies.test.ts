import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as iso4217 from "dinero.js/currencies";
import { minorDigits } from "../compiler/shared/minor-digits.ts";
import { emitNames } from "../compiler/emit/names.ts";
import { baseEnvironment } from "../compiler/testing/base-content.ts";
import { currencyFor, type Geo } from "../runtime/core/currency.ts";
import { formOf } from "../runtime/core/money-form.ts";
import { priceOf } from "../runtime/core/price.ts";
import { placeOf } from "../server/geo/geo.ts";
import {
  type FakeStripe,
  signed,
  startFakeStripe,
} from "../server/payments/stripe/stand-in.fixture.ts";
import { sessionOf, stripeAt } from "../server/payments/stripe/shop.fixture.ts";
import { providersOf } from "../server/payments/registry.ts";
import { sandbox } from "../server/payments/sandbox/provider.ts";
import {
  arrive,
  expectAnswer,
  expectProblem,
  goodCard,
  post,
  readObject,
  type Visitor,
} from "../server/testing/calls.ts";
import { startTestServer, type TestServer } from "../server/testing/server.ts";
import { compiled, emitted, emittedSite } from "./testing/currency-content.ts";

test("every currency of ISO 4217 has its digits", () => {
  const codes = Object.keys(iso4217);
  expect(codes.length).toBeGreaterThan(150);
  expect(codes.map(minorDigits)).not.toContain(null);
  expect(["USD", "JPY", "KWD", "HUF", "IQD", "MGA"].map(minorDigits)).toEqual([
    2, 0, 3, 2, 3, 2,
  ]);
});

test("pages write every currency with the digits that the server counts in", () => {
  const codes = Object.keys(iso4217);
  expect(codes.map((code) => formOf([], code).digits)).toEqual(
    codes.map(minorDigits),
  );
});

test("the emitted names hold the codes that the content declares", () => {
  expect(emitNames(compiled, baseEnvironment.language).content).toContain(
    'export const CURRENCIES = ["EUR","JPY","KWD","USD"] as const;',
  );
});

describe("a visitor sees", () => {
  const seen = async (brandId: string, code: string, country: string) => {
    const { brand, funnel } = await emitted(brandId);
    const product = funnel.products[code];
    if (product === undefined) throw new Error(code);
    const geo: Geo = placeOf(country);
    return priceOf(product, currencyFor(brand.currencies, geo));
  };

  test.each([
    ["demo", "JP", "JPY", 3900, "¥3,900", "¥140"],
    ["demo", "KW", "KWD", 12_500, "KD\u00a012.500", "KD\u00a00.447"],
    ["demo", "DE", "EUR", 2799, "€27.99", "€1.00"],
    ["demo", "US", "USD", 2999, "$29.99", "$1.08"],
  ])(
    "on %s from %s: %s, %i, %s",
    async (brand, country, currency, minor, text, perDay) => {
      expect(await seen(brand, "plan", country)).toMatchObject({
        currency,
        minor,
        text,
        perDay,
      });
    },
  );

  test("what it renews at in the same currency", async () => {
    const { renewal } = await seen("demo", "plan", "JP");
    expect(renewal?.text).toBe(
      "After 4\u00a0weeks it renews at\u00a0¥5,900 every\u00a04\u00a0weeks until you cancel.",
    );
  });

  test.each([
    ["JP", "JPY", "¥3,900"],
    ["DE", "EUR", "€27.99"],
    // What this brand does not sell in is paid in the first of its currencies.
    ["KW", "JPY", "¥3,900"],
    ["US", "JPY", "¥3,900"],
    ["", "JPY", "¥3,900"],
  ])(
    "on a brand of fewer currencies from %j: %s, %s",
    async (country, currency, text) => {
      expect(await seen("fewer", "plan", country)).toMatchObject({
        currency,
        text,
      });
    },
  );
});

describe("the server", () => {
  let fake: FakeStripe;
  let played: TestServer;
  let real: TestServer;
  beforeAll(async () => {
    const site = emittedSite();
    fake = await startFakeStripe();
    played = await startTestServer({ site, providers: providersOf([sandbox]) });
    const stripe = providersOf([stripeAt(fake.url)]);
    real = await startTestServer({ site, providers: stripe });
  });
  afterAll(async () => {
    await played.stop();
    await real.stop();
    await fake.stop();
  });

  const initiate = (
    visitor: Visitor,
    price: number,
    currency: string,
    product = "small",
  ) =>
    visitor.call("/api/visitor/initiate-checkout", {
      method: "POST",
      body: { product, price, currency, event_id: randomUUID() },
    });
  const open = async (
    visitor: Visitor,
    product = "small",
    call = "make-stripe-checkout",
  ) => {
    const answer = await visitor.call(`/api/pay/${call}`, {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: {
        product,
        return_path: "/quiz/oto",
        ...(call === "make-stripe-subscription" && { email: "a@mail.example" }),
      },
    });
    const { checkout_id, url } = expectAnswer(call, answer);
    return { id: String(checkout_id), url: String(url) };
  };
  const at = (server: TestServer, brand = "demo") =>
    arrive(server, { host: `${brand}.localhost` });
  const bought = async (visitor: Visitor) => {
    const answer = await visitor.call("/api/pay/purchases");
    return expectAnswer("purchases", answer)["purchases"];
  };

  test.each([
    ["JPY", 1490, "¥1,490"],
    ["KWD", 3_050, "KD\u00a03.050"],
    ["USD", 999, "$9.99"],
  ])("takes %s %i with the sandbox, as %s", async (currency, price, text) => {
    const visitor = await at(played);
    expectAnswer("initiate-checkout", await initiate(visitor, price, currency));
    const { id, url } = await open(visitor);
    expect((await visitor.call(url)).text).toContain(`Pay ${text}`);
    await post(visitor, url, goodCard);
    expect(await bought(visitor)).toMatchObject([
      { checkout_id: id, amount: price, currency },
    ]);
  });

  test.each([
    ["JPY", "jpy", 1490],
    ["KWD", "kwd", 3_050],
  ])("takes %s by Stripe, as %s %i", async (currency, code, price) => {
    const visitor = await at(real);
    await initiate(visitor, price, currency);
    const { id, url } = await open(visitor);
    const price_data = { currency: code, unit_amount: String(price) };
    expect(fake.bank.get(sessionOf(url))).toMatchObject({
      line_items: { 0: { price_data } },
    });
    fake.bank.pay(sessionOf(url));
    await deliverAll();
    expect(await bought(visitor)).toMatchObject([
      { checkout_id: id, amount: price, currency },
    ]);
  });

  test("renews in the same currency by Stripe", async () => {
    const visitor = await at(real);
    await initiate(visitor, 12_500, "KWD", "plan");
    const { id, url } = await open(visitor, "plan", "make-stripe-subscription");
    expect(fake.bank.get(sessionOf(url))).toMatchObject({
      line_items: {
        0: { price_data: { currency: "kwd", unit_amount: "12500" } },
        1: { price_data: { currency: "kwd", unit_amount: "14750" } },
      },
    });
    fake.bank.pay(sessionOf(url));
    const { subscription } = fake.bank.get(sessionOf(url));
    fake.bank.renew(String(subscription), 14_750, { currency: "kwd" });
    await deliverAll();
    const renewals = await real.db
      .selectFrom("renewals")
      .selectAll()
      .where("checkout_id", "=", id)
      .execute();
    expect(renewals).toMatchObject([{ amount: 14_750, currency: "KWD" }]);
  });

  async function deliverAll() {
    for (const event of fake.bank.events.splice(0)) {
      const headers = signed(event, { at: real.clock.ms });
      const path = "/api/pay/stripe/webhook";
      const call = { method: "POST", headers, body: event };
      expect(await real.send(path, call)).toMatchObject({ status: 200 });
    }
  }

  test.each([
    ["another amount", "JPY", 149, "price-mismatch"],
    ["a currency of the site alone", "KWD", 3_050, "invalid"],
    ["a currency of nobody", "CHF", 999, "invalid"],
    ["no currency at all", "¥", 999, "invalid"],
  ])(
    "refuses %s on a brand of fewer currencies",
    async (_, currency, price, code) => {
      const visitor = await at(played, "fewer");
      const refused = await initiate(visitor, price, currency);
      expect(refused.status).toBe(422);
      expectProblem(code, refused);
      expectAnswer("initiate-checkout", await initiate(visitor, 1490, "JPY"));
    },
  );

  test("lists the codes of all brands in its OpenAPI document", async () => {
    const { json } = await played.send("/api/openapi.json");
    const text = JSON.stringify(readObject(json)["paths"]);
    expect(text).toContain('"enum":["EUR","JPY","KWD","USD"]');
    expect(text).not.toContain('"format":"currency"');
  });
});
