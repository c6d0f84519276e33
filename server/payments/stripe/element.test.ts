import { beforeEach, describe, expect, test } from "vitest";
import {
  arrive,
  countPayments,
  openHosted,
  post,
  statusOf,
  type Visitor,
} from "../../testing/calls.ts";
import type { Updateable } from "kysely";
import type { CheckoutTable } from "../../db/tables.ts";
import { SESSION_COOKIE } from "../../sessions/session.ts";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { asksEmail } from "./element-page.ts";
import {
  sessionOf,
  stripeAt,
  subscribe,
  useStripeShop,
} from "./shop.fixture.ts";
import { failure } from "./stand-in-protocol.fixture.ts";

const KEY = "pk_test_shown";
const { server, fake, deliverAll } = useStripeShop(KEY);
const IN_FRAME = { headers: { "sec-fetch-dest": "iframe" } };
const END = "/api/payment-end";

beforeEach(() => {
  fake.bank.beforeExpiry = () => null;
  fake.calls.length = 0;
});

describe("a payment page with Stripe's elements", () => {
  test("is our own, opened for a session without a page", async () => {
    const { id, url, session } = await atElements();
    expect(url).toBe(`/api/pay/stripe/${id}`);
    const stored = fake.bank.get(session);
    expect(stored).toMatchObject({
      ui_mode: "elements",
      client_reference_id: id,
      return_url: `http://calm.localhost/quiz/oto?utm_source=x&checkout=${id}`,
    });
    expect(stored).not.toHaveProperty("success_url");
  });

  test("shows what is bought, and lets in Stripe's script alone", async () => {
    const { visitor, url, session } = await atElements();
    const { status, text, headers } = await visitor.call(url, IN_FRAME);
    expect(status).toBe(200);
    expect(text).toContain("Pay $9.99");
    expect(text).toContain(`data-key="${KEY}"`);
    expect(text).toContain(`data-secret="${session}_secret"`);
    expect(text).toMatch(
      /<script async src="https:\/\/js\.stripe\.com\/[a-z]+\/stripe\.js">/,
    );
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(
      /script-src 'sha256-[^']+' https:\/\/js\.stripe\.com/,
    );
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain("unsafe");
    const permissions = String(headers["permissions-policy"]);
    expect(permissions).toContain("camera=()");
    expect(permissions).toContain(
      'payment=(self "https://js.stripe.com" "https://pay.google.com")',
    );
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("asks for an email only where Stripe would know none", async () => {
    const nameless = await atElements();
    const { text } = await nameless.visitor.call(nameless.url);
    expect(text).toContain('id="email"');
    const visitor = await arrive(server);
    const { id } = await subscribe(visitor);
    const page = await visitor.call(`/api/pay/stripe/${id}`);
    expect(page.text).toContain("data-secret");
    expect(page.text).not.toContain('id="email"');
    // After a charge that failed, Stripe knows whose card it was.
    expect(asksEmail(null, "cus_1")).toBe(false);
    expect(asksEmail(null, null)).toBe(true);
  });

  test("is nobody else's", async () => {
    const { url } = await atElements();
    const headers = { cookie: `${SESSION_COOKIE}=AAAAAAAAAAAAAAAAAAAAAA` };
    const page = await server.send(url, { headers });
    expect(page.status).toBe(404);
    expect(page.text).not.toContain("data-secret");
    const hosted = await server.send(`${url}/hosted`, {
      method: "POST",
      headers: { ...headers, "sec-fetch-site": "same-origin" },
    });
    expect(hosted.status).toBe(404);
  });

  test("leads back when it is paid, before Stripe's message comes, and is paid once", async () => {
    const { visitor, id, url, session } = await atElements();
    fake.bank.pay(session);
    const end = await visitor.call(url, IN_FRAME);
    expect(end).toMatchObject({ status: 303, headers: { location: END } });
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    await deliverAll(fake.bank.events.splice(0));
    expect(await countPayments(server, id)).toBe(1);
    const whole = await visitor.call(url);
    expect(whole.headers.location).toBe(backOf(id));
  });

  test("leads back once the order is no more to be paid, whatever Stripe's session says", async () => {
    const { visitor, id, url, session } = await atElements();
    await change(id, { status: "cancelled" });
    expect(fake.bank.get(session)).toMatchObject({ status: "open" });
    expect(await visitor.call(url)).toMatchObject({
      status: 303,
      headers: { location: backOf(id) },
    });
  });

  test("leads back while a bank is at work on the payment", async () => {
    const { visitor, id, url, session } = await atElements();
    fake.bank.wait(session);
    expect((await visitor.call(url)).headers.location).toBe(backOf(id));
    expect(await statusOf(visitor, id)).toMatchObject({ status: "open", url });
  });

  test("leads back while no session is there yet", async () => {
    const { visitor, id, url } = await atElements();
    const none = { provider_page: null, provider_reference: null };
    await change(id, none);
    expect((await visitor.call(url)).headers.location).toBe(backOf(id));
    expect(await statusOf(visitor, id)).not.toHaveProperty("url");
    // Told of its page first: both are stored at once, and read as they are found.
    await change(id, { ...none, provider_page: url });
    expect((await visitor.call(url)).headers.location).toBe(backOf(id));
  });

  test("is none for the order of a provider who is not there any more", async () => {
    const { visitor, id, url } = await atElements();
    await change(id, { provider: "paypal" });
    expect((await visitor.call(url)).status).toBe(404);
  });

  test("that Stripe cannot be asked about says so, and is there again", async () => {
    const { visitor, url } = await atElements();
    fake.fault = 500;
    expect((await visitor.call(url)).status).toBe(503);
    fake.fault = null;
    expect((await visitor.call(url)).status).toBe(200);
  });
});

describe("from there to the page that Stripe hosts", () => {
  test("the first session ends, and its end is not that of the order", async () => {
    const { visitor, id, url, session } = await atElements();
    const hosted = await toHosted(visitor, url);
    expect(fake.bank.get(session)).toMatchObject({ status: "expired" });
    await deliverAll(fake.bank.events.splice(0));
    expect(await statusOf(visitor, id)).toMatchObject({
      status: "open",
      url: hosted,
    });
    fake.bank.pay(sessionOf(hosted));
    await deliverAll(fake.bank.events.splice(0));
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    expect(await countPayments(server, id)).toBe(1);
  });

  test("twice at once is one page", async () => {
    const { visitor, url } = await atElements();
    const [one, other] = await Promise.all([
      post(visitor, `${url}/hosted`, {}),
      post(visitor, `${url}/hosted`, {}),
    ]);
    for (const { headers } of [one, other])
      expect(headers.location).toMatch(/^https:\/\/checkout\.stripe\.example/);
    expect(one.headers.location).toBe(other.headers.location);
  });

  test.each<[string, (at: AtElements) => Promise<unknown>]>([
    ["Stripe tells", () => deliverAll(fake.bank.events.splice(0))],
    ["its visitor asks for", ({ visitor, id }) => statusOf(visitor, id)],
    [
      "a page in a frame asks for",
      ({ visitor, url }) => visitor.call(url, IN_FRAME),
    ],
    ["another tap asks for", ({ visitor, url }) => toHosted(visitor, url)],
  ])(
    "the end of the first session is not that of the order that %s meanwhile",
    async (_, ask) => {
      const at = await atElements();
      let asked: unknown;
      fake.bank.beforeExpiry = (one) => {
        if (one === at.session)
          fake.bank.meanwhile = asked = Promise.resolve(at).then(ask);
        return null;
      };
      const hosted = await toHosted(at.visitor, at.url);
      expect(hosted).toMatch(/^https:/);
      expect(asked).toBeInstanceOf(Promise);
      expect(await statusOf(at.visitor, at.id)).toMatchObject({
        status: "open",
        url: hosted,
      });
    },
  );

  test("goes on where a call before did not get to say where that is", async () => {
    const { visitor, id, url, session } = await atElements();
    const before = await stored(id);
    const hosted = await toHosted(visitor, url);
    await change(id, before);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "open", url });
    expect((await visitor.call(url)).headers.location).toBe(hosted);
    await change(id, before);
    fake.bank.pay(sessionOf(hosted));
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    expect(fake.bank.get(session)).toMatchObject({ status: "expired" });
  });

  test("ends with its order, also before that is known to go by it", async () => {
    const { visitor, url, session } = await atElements();
    const hosted = await toHosted(visitor, url);
    const before = madeUpCheckout({ provider_reference: session });
    await stripeAt(fake.url).expire?.(before);
    expect(fake.bank.get(sessionOf(hosted))).toMatchObject({
      status: "expired",
    });
  });

  test("the page with elements leads there from then on, out of its frame", async () => {
    const { visitor, url } = await atElements();
    const hosted = await toHosted(visitor, url);
    expect((await visitor.call(url)).headers.location).toBe(hosted);
    const framed = await visitor.call(url, IN_FRAME);
    expect(framed.headers.location).toBe(END);
  });

  test("is no way for what is paid already, nor opens anything", async () => {
    const { visitor, id, url, session } = await atElements();
    fake.bank.pay(session);
    fake.calls.length = 0;
    expect(await toHosted(visitor, url)).toBe(backOf(id));
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    expect(fake.calls.filter((call) => call.startsWith("POST"))).toEqual([]);
  });

  test("asked for once more is the same page, until it is paid", async () => {
    const { visitor, id, url } = await atElements();
    const hosted = await toHosted(visitor, url);
    expect(await toHosted(visitor, url)).toBe(hosted);
    fake.bank.pay(sessionOf(hosted));
    await deliverAll(fake.bank.events.splice(0));
    expect((await visitor.call(url)).headers.location).toBe(backOf(id));
  });

  test("is no way while a bank is at work on the payment", async () => {
    const { visitor, id, url, session } = await atElements();
    fake.bank.beforeExpiry = (one) => {
      fake.bank.wait(one);
      return null;
    };
    expect(await toHosted(visitor, url)).toBe(url);
    expect(await stored(id)).toMatchObject({
      provider_page: url,
      provider_reference: session,
    });
    expect(await statusOf(visitor, id)).toMatchObject({ status: "open", url });
  });

  test("is no way for what was paid meanwhile", async () => {
    const { visitor, id, url, session } = await atElements();
    // Between the look at the session and its end.
    fake.bank.beforeExpiry = (one) => {
      if (one === session) fake.bank.pay(one);
      return null;
    };
    const answer = await post(visitor, `${url}/hosted`, {});
    expect(answer.headers.location).toBe(url);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    await deliverAll(fake.bank.events.splice(0));
    expect(await countPayments(server, id)).toBe(1);
    expect(fake.calls.filter((call) => call.endsWith("/expire"))).toHaveLength(
      2,
    );
  });

  test("that Stripe does not answer leaves the page as it is", async () => {
    const { visitor, id, url } = await atElements();
    fake.bank.beforeExpiry = () => ({
      status: 500,
      body: failure("api_error", "down"),
    });
    expect((await post(visitor, `${url}/hosted`, {})).status).toBe(503);
    fake.bank.beforeExpiry = () => null;
    expect((await visitor.call(url)).text).toContain("data-secret");
    expect(await statusOf(visitor, id)).toMatchObject({ status: "open", url });
  });

  test("is not told to anybody while Stripe does not say that the first one has ended", async () => {
    const { visitor, id, url, session } = await atElements();
    fake.bank.beforeExpiry = () => {
      fake.fault = 500;
      return { status: 500, body: failure("api_error", "down") };
    };
    expect((await post(visitor, `${url}/hosted`, {})).status).toBe(503);
    fake.fault = null;
    expect(await stored(id)).toEqual({
      provider_page: url,
      provider_reference: session,
    });
    expect((await visitor.call(url)).text).toContain("data-secret");
  });

  test("is no way for an order that was closed meanwhile", async () => {
    const { visitor, id, url, session } = await atElements();
    fake.bank.beforeExpiry = (one) => {
      if (one === session)
        fake.bank.meanwhile = change(id, { status: "cancelled" });
      return null;
    };
    expect(await toHosted(visitor, url)).toBe(url);
    expect(fake.bank.get(session)).toMatchObject({ status: "expired" });
    expect(await stored(id)).toMatchObject({ provider_reference: session });
    expect(fake.calls.filter((call) => call.endsWith("/expire"))).toHaveLength(
      2,
    );
  });

  test("is no way for an order that was closed meanwhile at Stripe as well", async () => {
    const { visitor, id, url, session } = await atElements();
    const before = madeUpCheckout({ provider_reference: session });
    let closed: Promise<unknown> | null = null;
    fake.bank.beforeExpiry = () => {
      closed ??= fake.bank.meanwhile = (async () => {
        await stripeAt(fake.url).expire?.(before);
        await change(id, { status: "cancelled" });
      })();
      return null;
    };
    expect(await toHosted(visitor, url)).toBe(url);
    expect(closed).toBeInstanceOf(Promise);
    expect(fake.bank.get(session)).toMatchObject({ status: "expired" });
    expect(await stored(id)).toMatchObject({ provider_reference: session });
  });

  test("is asked for by pages of this site alone", async () => {
    const { visitor, url } = await atElements();
    const answer = await visitor.call(`${url}/hosted`, {
      method: "POST",
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(answer.status).toBe(403);
  });
});

type AtElements = Awaited<ReturnType<typeof atElements>>;

/** Somebody for whom the page is open. */
async function atElements() {
  const visitor = await arrive(server);
  const { id, url } = await openHosted(visitor);
  const { provider_reference } = await stored(id);
  return { visitor, id, url, session: String(provider_reference) };
}

const stored = (id: string) =>
  server.db
    .selectFrom("checkouts")
    .select(["provider_page", "provider_reference"])
    .where("checkout_id", "=", id)
    .executeTakeFirstOrThrow();

const change = (id: string, values: Updateable<CheckoutTable>) =>
  server.db
    .updateTable("checkouts")
    .set(values)
    .where("checkout_id", "=", id)
    .execute();

/** Where the visitor came from. */
const backOf = (id: string) => `/quiz/oto?utm_source=x&checkout=${id}`;

async function toHosted(visitor: Visitor, url: string): Promise<string> {
  const { status, headers } = await post(visitor, `${url}/hosted`, {});
  expect(status).toBe(303);
  return String(headers.location);
}
