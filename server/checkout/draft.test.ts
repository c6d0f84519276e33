import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import type { Checkout } from "../db/checkouts.ts";
import { storeContact } from "../db/contacts.ts";
import { findHeld, giveCode } from "../db/promo-codes.ts";
import { emailHolder, sessionHolder } from "../db/persons.ts";
import { requestFields, withRequest } from "../http/request-context.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox, sandboxAs } from "../payments/sandbox/provider.ts";
import { SESSION_HEADER } from "../sessions/session.ts";
import { arrive, initiate } from "../testing/calls.ts";
import {
  madeUpCheckout,
  quoteOf,
  storeCheckout,
  storeSession,
} from "../testing/checkout.ts";
import { inCall } from "../testing/context.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { digest, newToken, systemRandom } from "../token.ts";
import {
  draftCheckout,
  requireCheckout,
  requireConfirmed,
  waitingPage,
} from "./checkout.ts";
import { orderOf } from "./open-order.ts";

const API = "https://api.example";
const server = useServer();
const services = (apiOrigin = "") =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([sandbox]),
    apiOrigin,
    now: () => new Date(server.clock.ms),
  });

describe("a draft of an order", () => {
  type Request = Parameters<typeof draftCheckout>[5];

  /** Of the price that a made-up checkout has. */
  async function draft(
    own: Partial<Checkout>,
    request: Partial<Request> = {},
    apiOrigin = "",
  ) {
    const session = await storeSession(server.db);
    const priced = madeUpCheckout({ session_id: session.id, ...own });
    const asked = { product: priced.product, return_path: "/quiz/oto?a=1" };
    const whole = { ...asked, details: {}, ...request };
    const { checkout } = await inCall((c) =>
      draftCheckout(
        c,
        services(apiOrigin),
        session,
        quoteOf(priced),
        sandbox,
        whole,
      ),
    );
    return checkout;
  }

  test("that is paid once on a page knows of no renewal, card, email or gift", async () => {
    expect(await draft({})).toEqual({
      ...madeUpCheckout(),
      checkout_id: expect.any(String),
      page_origin: "http://calm.localhost",
      session_id: expect.any(String),
      provider: "sandbox",
      return_path: "/quiz/oto?a=1",
      created_at: expect.any(Date),
    });
  });

  test.each([
    ["2999/28/28", true],
    [null, true],
    ["9999/28/28", false],
    ["2999/7/28", false],
    ["2999/28/7", false],
    ["once", false],
  ])(
    "of a plan confirmed on the terms %s: is made: %j",
    async (terms, isMade) => {
      const session = await storeSession(server.db);
      const plan = { product: "plan", amount: 3_999 };
      const priced = madeUpCheckout({ session_id: session.id, ...plan });
      const quote = { ...quoteOf(priced), terms };
      const request = {
        product: "plan",
        return_path: "/quiz/oto",
        details: {},
      };
      const made = inCall((c) =>
        draftCheckout(c, services(), session, quote, sandbox, request),
      );
      if (isMade)
        expect(await made).toMatchObject({
          checkout: { renewal_amount: 2_999 },
        });
      else await expect(made).rejects.toThrow("price-changed");
    },
  );

  test("of a plan knows how it renews", async () => {
    expect(await draft({ product: "plan", amount: 3_999 })).toMatchObject({
      renewal_amount: 2_999,
      renewal_days: 28,
      first_days: 28,
    });
  });

  test("of a gift on a saved card knows both", async () => {
    const card = { token: "tok-1", brand: "visa", last4: "4242" };
    const email = "ann@mail.example";
    const request = { email, saved: { card } };
    expect(await draft({ product: "circle" }, request, API)).toMatchObject({
      email,
      card_token: "tok-1",
      card_brand: "visa",
      card_last4: "4242",
      way: "saved",
      repeatable: true,
      gift_places: 2,
      return_origin: "http://calm.localhost",
    });
  });

  test("on what the provider has saved of the visitor knows no card", async () => {
    expect(await draft({}, { saved: { card: null } })).toMatchObject({
      way: "saved",
      card_token: null,
    });
  });

  test.each([
    ["with an email gives a person's other devices what this one has", true],
    ["without an email gives them nothing", false],
  ])("%s", async (_, isNamed) => {
    const session = await storeSession(server.db);
    const email = `${randomUUID()}@mail.example`;
    await storeContact(server.db, {
      session_id: session.id,
      event_id: randomUUID(),
      body_digest: "",
      fields: { email },
      external_referrer: null,
      fbclid: null,
      fbp: null,
      fbc: null,
      created_at: new Date(server.clock.ms),
      brand: "calm",
      funnel: null,
    });
    const names = [sessionHolder(session.id)];
    const given_at = new Date(server.clock.ms);
    const given = { promo: "quiz/own", code: newToken(systemRandom), given_at };
    await giveCode(server.db, { brand: "calm", names }, given);
    const priced = madeUpCheckout({ session_id: session.id });
    const request = {
      product: "journal",
      return_path: "/quiz/oto",
      details: {},
      ...(isNamed && { email }),
    };
    await inCall((c) =>
      draftCheckout(c, services(), session, quoteOf(priced), sandbox, request),
    );
    const holder = { brand: "calm", names: [emailHolder(email)] };
    const held = await findHeld(server.db, holder);
    expect(held.map(({ promo }) => promo)).toEqual(isNamed ? ["quiz/own"] : []);
  });
});

describe("a confirmed price", () => {
  const confirmed = (headers: Record<string, string>, product = "journal") =>
    inCall((c) => requireConfirmed(c, services(), product), headers);

  test("is that of the session and the product", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const headers = { [SESSION_HEADER]: visitor.session };
    const id = digest(visitor.session);
    expect(await confirmed(headers)).toMatchObject({
      session: { id },
      quote: { session_id: id, product: "journal", amount: 999 },
    });
    await expect(confirmed(headers, "gift")).rejects.toThrow(
      "price-unconfirmed",
    );
  });

  test("is none without a session, and of no product of the brand", async () => {
    await expect(confirmed({})).rejects.toThrow("price-unconfirmed");
    await expect(confirmed({}, "none")).rejects.toThrow("product-unknown");
  });
});

describe("a checkout", () => {
  test("is that of its own session alone", async () => {
    const { checkout_id, session_id } = await storeCheckout(server.db);
    const session = { id: session_id, visitorId: "v-1", isNewVisitor: true };
    const ask = (who: typeof session | null, id: string) =>
      requireCheckout(services(), who, id);
    expect(await ask(session, checkout_id)).toMatchObject({ checkout_id });
    const stranger = await storeSession(server.db);
    for (const [who, id] of [
      [session, "another"],
      [stranger, checkout_id],
      [null, checkout_id],
    ] as const)
      await expect(ask(who, id)).rejects.toThrow("checkout-unknown");
  });

  test.each<[string, string, Partial<Checkout>, string, string | null]>([
    ["at its provider's page", "", {}, "/page", "/page"],
    ["on the API's own host", API, {}, "/page", `${API}/page`],
    ["nowhere once it is settled", "", { status: "paid" }, "/page", null],
    ["nowhere without a page", "", {}, "", null],
    ["nowhere without its provider", "", { provider: "x" }, "/page", null],
  ])("goes on %s", (_, apiOrigin, own, page, url) => {
    const provider = { ...sandboxAs("stripe"), pageOf: () => page };
    const providers = providersOf([provider]);
    const over = { ...services(apiOrigin), providers };
    expect(waitingPage(over, madeUpCheckout(own))).toEqual(
      url === null ? {} : { url },
    );
  });

  test.each([
    ["one host for all", "", "http://calm.localhost"],
    ["a host for the API", API, API],
  ])(
    "is told to its provider with %s, and to the log",
    async (_, apiOrigin, api) => {
      const checkout = madeUpCheckout();
      const over = services(apiOrigin);
      const names = { request: randomUUID(), traceparent: undefined };
      const told = await withRequest(names, async () => ({
        order: await inCall((c) => orderOf(c, over, checkout)),
        fields: requestFields(),
      }));
      expect(told).toEqual({
        order: {
          checkout,
          origin: "http://calm.localhost",
          api,
          payPeoValue: null,
          at: new Date(server.clock.ms),
        },
        fields: expect.objectContaining({
          checkout: digest(checkout.checkout_id),
        }),
      });
    },
  );
});
