import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { cancelPlan } from "../checkout/cancel-plan.ts";
import type { Provider } from "../checkout/provider.ts";
import { settleAfterSale } from "../checkout/after-sale.ts";
import { countPlansToCancel } from "../db/cancelled-plans.ts";
import { findCheckout } from "../db/checkouts.ts";
import { countRenewedAfterEnd } from "../db/renewed-after-end.ts";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import { requestFields, withRequest } from "../http/request-context.ts";
import { reconcile } from "../jobs/reconcile.ts";
import { ORDERS_PATH, rights, RIGHTS_PATH } from "../jobs/rights.ts";
import { dayInWords } from "../mail/due-mail.ts";
import type { Mail } from "../mail/mailer.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { unanswered } from "../payments/unanswered.ts";
import { createHosts } from "../site.ts";
import { buy, buyPlan } from "../testing/buyer.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { arrive } from "../testing/calls.ts";
import { appOver, useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { digest, systemRandom } from "../token.ts";
import { readOwnOrders } from "./own-orders.ts";

const server = useServer();
const sent: Mail[] = [];
beforeEach(async () => {
  sent.length = 0;
  server.clock.ms += HOUR_MS;
  await server.db.deleteFrom("rights_requests").execute();
});

const now = () => new Date(server.clock.ms);
const queues = rights({
  get db() {
    return server.db;
  },
  now,
  sendMail: async (mail) => void sent.push(mail),
  services: () => ({
    hosts: createHosts(testSite),
    apiOrigin: "",
    random: systemRandom,
  }),
});

/** Somebody who has bought a plan under an email. */
async function buyer(email = `ann+${randomUUID()}@mail.example`) {
  return { email, order: await buyPlan(server, email) };
}

async function linkTo(
  email: string,
  wanted = "orders",
  host = "calm.localhost",
): Promise<string> {
  await server.send("/api/visitor/ask-for-data", {
    method: "POST",
    headers: { host },
    body: { email, wanted },
  });
  const rows = await server.db
    .selectFrom("rights_requests")
    .select("request_id")
    .where("email", "=", email)
    .where("token_digest", "is", null)
    .execute();
  const { signal } = new AbortController();
  for (const { request_id: id } of rows)
    await queues[0]?.handle({ id, data: {}, isLast: false, signal });
  return /token=([A-Za-z0-9_-]{22})/.exec(sent.at(-1)?.text ?? "")?.[1] ?? "";
}

const look = (token: string, end = "", path = ORDERS_PATH) =>
  server.send(`${path}?token=${token}&end=${end}`);
const form = (fields: Readonly<Record<string, string>>, path = ORDERS_PATH) =>
  [
    path,
    {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    },
  ] as const;
/** Presses the button, and follows to where that leads. */
const confirm = async (token: string, order: string) => {
  const answer = await server.send(...form({ token, order }));
  const { location } = answer.headers;
  return answer.status === 303 ? server.send(String(location)) : answer;
};
const planOf = (order: string) =>
  server.db
    .selectFrom("subscriptions")
    .select(["status", "ends_at", "renews_at", "cancel_asked_at"])
    .where("checkout_id", "=", order)
    .executeTakeFirstOrThrow();

/** What a page says, without its markup. */
const words = ({ text }: { readonly text: string }) =>
  text
    .replace(/<(style|head)[\s\S]*?<\/\1>/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

describe("the link", () => {
  test("leads to what was bought, and to the end of the plan in two steps", async () => {
    const { email, order } = await buyer();
    const token = await linkTo(email);
    expect(sent.at(-1)?.subject).toBe("Your orders at Brand calm");
    expect(sent.at(-1)?.text).toContain(`${ORDERS_PATH}?token=${token}`);
    const list = await look(token);
    expect(list.status).toBe(200);
    expect(words(list)).toContain(`Order ${order}`);
    expect(words(list)).toMatch(
      /It renews at \$29\.99 every 4 weeks , next on/,
    );
    expect(list.text).toContain(`name="end" value="${order}"`);
    const asked = await look(token, order);
    expect(words(asked)).toMatch(/nothing more is charged/);
    // Looking changes nothing.
    expect(await planOf(order)).toMatchObject({ cancel_asked_at: null });
    const done = await confirm(token, order);
    expect(words(done)).toContain("It is cancelled");
    const { status, ends_at, renews_at } = await planOf(order);
    expect({ status, ends_at }).toEqual({
      status: "active",
      ends_at: renews_at,
    });
    // The link is good for its hour: the list says what has become of it, and offers no more.
    expect(words(await look(token))).toContain("The plan is cancelled");
    expect((await look(token)).text).not.toContain('name="end"');
  });

  test("shows what has become of a plan as often as that page is loaded, and asks nothing again", async () => {
    const { email, order } = await buyer();
    const token = await linkTo(email);
    const { status, headers } = await server.send(...form({ token, order }));
    expect(status).toBe(303);
    const { cancel_asked_at } = await planOf(order);
    for (let i = 0; i < 2; i += 1) {
      const page = await server.send(String(headers["location"]));
      expect(words(page)).toContain("It is cancelled");
      // As for whoever goes back to the question.
      expect(page.text).not.toContain("<form");
    }
    expect(await planOf(order)).toMatchObject({ cancel_asked_at });
  });

  test("says that a plan is over once its day has come, whoever has said so", async () => {
    const { email, order } = await buyer();
    const first = await linkTo(email);
    await confirm(first, order);
    const { ends_at } = await planOf(order);
    server.clock.ms = (ends_at?.getTime() ?? 0) + DAY_MS;
    const list = words(await look(await linkTo(email)));
    expect(list).toContain("The plan is over. Nothing more is charged.");
    expect(list).not.toContain("stays yours until");
  });

  test("promises no day of a plan whose next payment stays out", async () => {
    const { email, order } = await buyer();
    const { renews_at } = await planOf(order);
    const day = "stays yours until";
    expect(words(await look(await linkTo(email), order))).toContain(day);
    server.clock.ms = renews_at.getTime() + DAY_MS;
    const asked = words(await look(await linkTo(email), order));
    expect(asked).toContain("When you cancel, nothing more is charged.");
    expect(asked).not.toContain(day);
  });

  test("ends a plan at once that is behind with a payment, as the page says", async () => {
    const { email, order } = await buyer();
    await server.db
      .updateTable("subscriptions")
      .set({ status: "past_due" })
      .where("checkout_id", "=", order)
      .execute();
    const token = await linkTo(email);
    const asked = words(await look(token, order));
    expect(asked).toMatch(/ends at once.* nothing more is charged/);
    expect(asked).not.toContain("stays yours until");
    expect(words(await confirm(token, order))).toContain("The plan is over");
    expect(await planOf(order)).toMatchObject({ status: "cancelled" });
  });

  test("says of what is paid once that it does not renew, and of each order whose it is", async () => {
    const email = `ann+${randomUUID()}@mail.example`;
    await buy(server, email);
    const here = words(await look(await linkTo(email)));
    expect(here).toContain("It does not renew.");
    expect(here).not.toContain("from Brand");
    const token = await linkTo(email, "orders", "other.localhost");
    expect(words(await look(token))).toContain("from Brand calm");
  });

  test("sends the mail about the end, once", async () => {
    const { email, order } = await buyer();
    const token = await linkTo(email);
    for (let i = 0; i < 2; i += 1) await confirm(token, order);
    expect(
      (
        await server.db
          .selectFrom("outbox")
          .select("payload")
          .where("kind", "=", "subscription.cancelled")
          .execute()
      ).filter(({ payload }) => payload["checkout_id"] === order),
    ).toHaveLength(1);
  });

  test("leads to a receipt of each order, by whom it was sold and what is left of it", async () => {
    const { email, order } = await buyer();
    const receiptOf = async (token: string) =>
      server.send(`${ORDERS_PATH}?token=${token}&receipt=${order}`);
    const token = await linkTo(email, "orders", "other.localhost");
    expect((await look(token)).text).toContain(`&amp;receipt=${order}"`);
    const page = await receiptOf(token);
    expect(page.status).toBe(200);
    expect(page.text).toContain("<title>Receipt · Brand calm</title>");
    expect(words(page)).toContain("Company calm, 1 Example Quay");
    expect(words(page)).toContain(`Order ${order} Bought by ${email}`);
    expect(words(page)).toContain(
      `Paid on ${dayInWords(now())} $39.99 In all $39.99`,
    );
    await server.send(`/api/admin/orders/${order}/refund`, {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: { amount: 500 },
    });
    expect(words(await receiptOf(token))).toContain(
      "$39.99 $5.00 given back In all $34.99",
    );
    // Somebody else's link leads to their own orders.
    const other = await buyer();
    const theirs = await receiptOf(await linkTo(other.email));
    expect(words(theirs)).toContain(`Order ${other.order}`);
    expect(words(theirs)).not.toContain(order);
  });

  test("says what has gone back, and that a plan whose money did is over", async () => {
    const { email, order } = await buyer();
    const token = await linkTo(email);
    const refund = (body: object) =>
      server.send(`/api/admin/orders/${order}/refund`, {
        method: "POST",
        headers: { "idempotency-key": randomUUID() },
        body,
      });
    expect(words(await look(token))).not.toContain("given back");
    await refund({ amount: 500 });
    expect(words(await look(token))).toContain("$39.99 $5.00 given back");
    await refund({});
    const after = words(await look(token));
    expect(after).toContain("$39.99 given back");
    expect(after).toContain("The plan is over. Nothing more is charged.");
  });

  test("names no day that has passed: a plan is over then, or its next payment is late", async () => {
    const { email, order } = await buyer();
    const { renews_at } = await planOf(order);
    server.clock.ms = renews_at.getTime() - HOUR_MS / 2;
    const late = dayInWords(renews_at);
    const token = await linkTo(email);
    expect(words(await look(token))).toContain(`next on ${late}`);
    expect(words(await look(token, order))).toContain(`until ${late}`);
    server.clock.ms = renews_at.getTime();
    for (const page of [await look(token), await look(token, order)]) {
      expect(words(page)).toContain("It renews at $29.99");
      expect(words(page)).not.toContain(late);
    }
    await server.db
      .updateTable("subscriptions")
      .set({ ends_at: renews_at })
      .where("checkout_id", "=", order)
      .execute();
    expect(words(await look(token))).toContain("The plan is over.");
  });

  test("shows nothing of anybody else, and ends nothing of theirs", async () => {
    const mine = await buyer();
    const other = await buyer();
    const token = await linkTo(mine.email);
    expect((await look(token)).text).not.toContain(other.order);
    expect(words(await look(token, other.order))).toContain("Your orders");
    await confirm(token, other.order);
    expect(await planOf(other.order)).toMatchObject({ cancel_asked_at: null });
  });

  test("is good for an hour, and for nothing else", async () => {
    const { email, order } = await buyer();
    const token = await linkTo(email);
    expect((await look(token, "", RIGHTS_PATH)).status).toBe(404);
    const erased = await server.send(...form({ token }, RIGHTS_PATH));
    expect(erased.status).toBe(404);
    const toErase = await linkTo(email, "erase");
    expect((await look(toErase)).status).toBe(404);
    expect((await confirm(toErase, order)).status).toBe(404);
    server.clock.ms += HOUR_MS;
    expect((await look(token)).status).toBe(404);
    expect((await confirm(token, order)).status).toBe(404);
    expect(await planOf(order)).toMatchObject({ cancel_asked_at: null });
  });

  test("that is over leads to where a new one is asked for", async () => {
    const { email } = await buyer();
    const token = await linkTo(email);
    server.clock.ms += HOUR_MS;
    // With the brand that it was asked for at, whatever the host.
    for (const host of ["calm.localhost", "other.localhost"]) {
      const path = `${ORDERS_PATH}?token=${token}`;
      const { text } = await server.send(path, { headers: { host } });
      expect(text).toMatch(
        /<a href="https:\/\/calm\.\w+\/orders">\s*Ask for a new link/,
      );
    }
    expect((await look("x")).text).toContain('<a href="/orders">');
  });

  test.each(["", "x", "a".repeat(22)])("%j leads nowhere", async (token) => {
    expect((await look(token)).status).toBe(404);
    expect((await confirm(token, "x")).status).toBe(404);
  });

  test("is sent to nobody who is not known", async () => {
    expect(await linkTo("nobody@mail.example")).toBe("");
    expect(sent).toEqual([]);
  });

  test("is where whoever wants to be forgotten is led first, while a plan renews", async () => {
    const { email, order } = await buyer();
    const toErase = await linkTo(email, "erase");
    const page = () => look(toErase, "", RIGHTS_PATH);
    expect((await page()).text).toMatch(
      /cancel it first, under\s+<a href="https?:\/\/calm\.\w+\/orders">/,
    );
    await confirm(await linkTo(email), order);
    expect(words(await page())).not.toContain("cancel it first");
  });

  test("reads nothing of what was never paid, however much of that there is", async () => {
    const { email, order } = await buyer();
    let statements = 0;
    const counted = server.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const read = async () => {
      statements = 0;
      const own = await readOwnOrders(counted, email);
      return [statements, own.map((one) => one.order.checkout_id)];
    };
    const [before, orders] = await read();
    expect(orders).toEqual([order]);
    for (let i = 0; i < 9; i += 1)
      await storeCheckout(server.db, { email, status: "cancelled" });
    expect(await read()).toEqual([before, [order]]);
  });

  test("says so where nothing was paid", async () => {
    const email = `ann+${randomUUID()}@mail.example`;
    const visitor = await arrive(server);
    await visitor.call("/api/visitor/store-contact-info", {
      method: "POST",
      body: { event_id: randomUUID(), email, name: "Ann" },
    });
    expect(words(await look(await linkTo(email)))).toContain(
      "Nothing was paid under this email",
    );
  });
});

describe("where the provider", () => {
  const { cancelPlan: _, ...silent } = sandbox;
  const over = (provider: Provider) => ({
    db: server.db,
    site: testSite,
    providers: providersOf([provider]),
    now,
  });
  const boughtBy = async (order: string) => {
    const checkout = await findCheckout(server.db, order);
    if (checkout === null) throw new Error("nothing was bought");
    return checkout;
  };
  /** A renewal is taken now. */
  const renew = async (order: string) =>
    settleAfterSale(createServices(over(silent)), await boughtBy(order), {
      kind: "renewal",
      reference: `r-${randomUUID()}`,
      amount: 2_999,
      currency: "USD",
      paidAt: now(),
    });
  /** What the provider tells of the plan of an order. */
  const hear = async (
    order: string,
    endsAt: Date | null,
    toldAt = now(),
  ): Promise<void> =>
    settleAfterSale(createServices(over(silent)), await boughtBy(order), {
      kind: "subscription",
      event: { kind: "told", status: "active", endsAt, toldAt },
    });
  const askOver = async (provider: Provider, token: string, order: string) => {
    const [path, call] = form({ token, order });
    const app = appOver(server, over(provider));
    const origin = "http://calm.localhost";
    const answer = await app.request(origin + path, call);
    const to = answer.headers.get("location");
    const page = to === null ? answer : await app.request(origin + to);
    return words({ text: await page.text() });
  };
  const down: Provider = {
    ...sandbox,
    cancelPlan: async () => {
      throw unanswered(new Error("down"));
    },
  };

  test("does not answer, it is asked again until it does", async () => {
    const { email, order } = await buyer();
    const token = await linkTo(email);
    expect(await askOver(down, token, order)).toContain(
      "Your cancellation has arrived",
    );
    expect(words(await look(token))).toContain("You cancelled this plan on");
    // Whoever goes back is not asked once more.
    expect((await look(token, order)).text).not.toContain("<form");
    const { cancel_asked_at } = await planOf(order);
    expect(cancel_asked_at).not.toBe(null);
    await reconcile(createServices(over(down)));
    expect(await planOf(order)).toMatchObject({ ends_at: null });
    server.clock.ms += HOUR_MS;
    await reconcile(createServices(over(sandbox)));
    const { ends_at, renews_at, ...rest } = await planOf(order);
    expect(ends_at).toEqual(renews_at);
    // As it was asked for, not as it was taken up.
    expect(rest).toMatchObject({ cancel_asked_at });
  });

  test("does not answer, whoever is forgotten meanwhile need not ask again, and their plan ends", async () => {
    const { email, order } = await buyer();
    await askOver(down, await linkTo(email), order);
    // What they have asked for is in their copy.
    const query = String(new URLSearchParams({ email }));
    const copy = await server.send(`/api/admin/contacts/export?${query}`);
    const { cancel_asked_at } = await planOf(order);
    expect(copy.text).toContain(
      JSON.stringify({ cancel_asked_at }).slice(1, -1),
    );
    const token = await linkTo(email, "erase");
    const asked = words(await look(token, "", RIGHTS_PATH));
    expect(asked).toContain("Delete everything?");
    expect(asked).not.toContain("a plan that renews");
    const erased = words(await server.send(...form({ token }, RIGHTS_PATH)));
    expect(erased).toContain("One order stays");
    expect(erased).not.toContain("still renews");
    await reconcile(createServices(over(sandbox)));
    expect((await planOf(order)).ends_at).not.toBe(null);
  });

  test("answers when the link's hour is over, the page says what has become of the plan all the same", async () => {
    const { email, order } = await buyer();
    const token = await linkTo(email);
    server.clock.ms += HOUR_MS - 1;
    const slow: Provider = {
      ...sandbox,
      cancelPlan: async (checkout, plan) => {
        server.clock.ms += 1;
        return (await sandbox.cancelPlan?.(checkout, plan)) ?? null;
      },
    };
    expect(await askOver(slow, token, order)).toContain("It is cancelled");
    expect((await look(token)).status).toBe(404);
  });

  test("has not ended it, that is in the log each time, and not where it has no such call", async () => {
    const { email, order } = await buyer();
    const token = await linkTo(email);
    const told: unknown[] = [];
    const log = (line: object) =>
      void told.push({ ...line, ...requestFields() });
    const refusing = { ...sandbox, cancelPlan: async () => null };
    for (const provider of [silent, refusing]) {
      const services = createServices({ ...over(provider), log });
      await reconcile(services);
      await withRequest({}, () => cancelPlan(services, order));
      await reconcile(services);
    }
    const line = {
      message: "plan not cancelled",
      error: "Error: sandbox has not ended the plan",
      checkout: digest(order),
    };
    expect(told).toMatchObject([line, line, line]);
    expect(words(await look(token))).toContain("You cancelled this plan on");
    await reconcile(createServices(over(sandbox)));
    // It has an end now: nobody is asked any more.
    await cancelPlan(createServices({ ...over(refusing), log }), order);
    expect(told).toHaveLength(3);
  });

  test("has no such call, somebody is told within the hour", async () => {
    const { email, order } = await buyer();
    const token = await linkTo(email);
    expect(await askOver(silent, token, order)).toContain(
      "Your cancellation has arrived",
    );
    const listed = async () =>
      (await server.send("/api/admin/orders?state=cancel_asked")).text.includes(
        order,
      );
    expect(await listed()).toBe(true);
    expect(await countPlansToCancel(server.db, now())).toBe(0);
    server.clock.ms += HOUR_MS;
    expect(await countPlansToCancel(server.db, now())).toBe(1);
    await reconcile(createServices(over(sandbox)));
    expect(await listed()).toBe(false);
    expect(await countPlansToCancel(server.db, now())).toBe(0);
  });

  test("charges all the same, that is money to give back", async () => {
    const { email, order } = await buyer();
    const token = await linkTo(email);
    await askOver(silent, token, order);
    const before = await countRenewedAfterEnd(server.db);
    server.clock.ms += DAY_MS;
    await renew(order);
    expect(await countRenewedAfterEnd(server.db)).toBe(before + 1);
  });

  test("charges while it is asked, that is money to give back as well, and no payment after the plan goes on again", async () => {
    const { email, order } = await buyer();
    const slow: Provider = {
      ...sandbox,
      cancelPlan: async (checkout, plan) => {
        server.clock.ms += 1_000;
        await renew(order);
        server.clock.ms += 1_000;
        return (await sandbox.cancelPlan?.(checkout, plan)) ?? null;
      },
    };
    const before = await countRenewedAfterEnd(server.db);
    expect(await askOver(slow, await linkTo(email), order)).toContain(
      "It is cancelled",
    );
    expect(await countRenewedAfterEnd(server.db)).toBe(before + 1);
    server.clock.ms += 1_000;
    await hear(order, null);
    server.clock.ms += DAY_MS;
    await renew(order);
    expect(await countRenewedAfterEnd(server.db)).toBe(before + 1);
  });

  const inDays = (days: number) => new Date(server.clock.ms + days * DAY_MS);

  test("tells the end by a message alone, it has taken that up, and the plan may go on again", async () => {
    const { email, order } = await buyer();
    await askOver(down, await linkTo(email), order);
    server.clock.ms += 1_000;
    await hear(order, inDays(9));
    server.clock.ms += 1_000;
    await hear(order, null);
    await reconcile(createServices(over(sandbox)));
    expect(await planOf(order)).toMatchObject({ ends_at: null });
  });

  test("has ended it before, and let it go on before its buyer asked, that asks for it still, however late both are told", async () => {
    const { email, order } = await buyer();
    const [ended, goesOn] = [now(), inDays(1)];
    server.clock.ms += 2 * DAY_MS;
    await askOver(down, await linkTo(email), order);
    await hear(order, inDays(9), ended);
    await hear(order, null, goesOn);
    await reconcile(createServices(over(sandbox)));
    expect((await planOf(order)).ends_at).not.toBe(null);
  });

  test("answers what something newer has overtaken, it is asked again", async () => {
    const { email, order } = await buyer();
    const overtaken: Provider = {
      ...sandbox,
      cancelPlan: async (checkout, plan) => {
        await hear(order, null, new Date(plan.at.getTime() + 1));
        return (await sandbox.cancelPlan?.(checkout, plan)) ?? null;
      },
    };
    const token = await linkTo(email);
    expect(await askOver(overtaken, token, order)).toContain(
      "Your cancellation has arrived",
    );
    server.clock.ms += 1_000;
    await reconcile(createServices(over(sandbox)));
    expect((await planOf(order)).ends_at).not.toBe(null);
  });

  test("has the plan going on again, it is not ended once more unless its buyer asks again", async () => {
    const { email, order } = await buyer();
    const token = await linkTo(email);
    await confirm(token, order);
    const services = createServices(over(sandbox));
    const checkout = await findCheckout(server.db, order);
    if (checkout === null) throw new Error("nothing was bought");
    server.clock.ms += 1_000;
    await settleAfterSale(services, checkout, {
      kind: "subscription",
      event: { kind: "told", status: "active", endsAt: null, toldAt: now() },
    });
    await reconcile(services);
    expect(await planOf(order)).toMatchObject({ ends_at: null });
    server.clock.ms += 1_000;
    const since = now();
    expect(words(await confirm(token, order))).toContain("It is cancelled");
    const { cancel_asked_at, ends_at } = await planOf(order);
    expect(cancel_asked_at?.getTime()).toBeGreaterThanOrEqual(since.getTime());
    expect(ends_at).not.toBe(null);
  });
});
