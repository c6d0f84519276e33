import { randomBytes, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import type { Refund, Refunded } from "../checkout/provider.ts";
import { countRefundsDue } from "../db/payments.ts";
import { clean } from "../jobs/housekeeping.ts";
import { ProblemError } from "../http/problem.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import {
  arrive,
  expectProblem,
  goodCard,
  initiate,
  openHosted,
  post,
  readObject,
  statusOf,
} from "../testing/calls.ts";
import { appOver, useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { digest } from "../token.ts";

/** What the provider does with a refund; it makes each one once. */
let answer: (refund: Refund) => Refunded | "lost" = done;
const made = new Map<string, number>();
/** What it says when a plan is to end. */
let endPlan: () => Promise<boolean> = ends;
let asked = 0;

function done({ id }: Refund): Refunded {
  return { kind: "told", status: "succeeded", reference: `re ${id}` };
}

async function ends(): Promise<boolean> {
  return true;
}

async function lost(): Promise<boolean> {
  throw new ProblemError("payment-unavailable", "Ask again in a while.");
}

const providers = providersOf([
  {
    ...sandbox,
    endPlan: () => endPlan(),
    refund: async (refund) => {
      asked += 1;
      const told = answer(refund);
      if (told === "lost" || (told.kind === "told" && told.status !== "failed"))
        made.set(refund.id, refund.amount);
      if (told === "lost")
        throw new ProblemError("payment-unavailable", "Ask again in a while.");
      return told;
    },
  },
]);
const server = useServer(() => ({ providers }));
beforeEach(() => {
  answer = done;
  endPlan = ends;
  made.clear();
  asked = 0;
});

/** A visitor who has paid 9.99 for the journal. */
async function bought() {
  const visitor = await arrive(server);
  const { id, url } = await openHosted(visitor);
  await post(visitor, url, goodCard);
  return { visitor, id };
}

const refund = (
  id: string,
  body: unknown = {},
  headers: Record<string, string> = { "idempotency-key": randomUUID() },
) =>
  server.send(`/api/admin/orders/${id}/refund`, {
    method: "POST",
    headers,
    body,
  });

const show = async (id: string) =>
  readObject((await server.send(`/api/admin/orders/${id}`)).json);
const stateOf = async (id: string) =>
  readObject((await show(id))["order"])["state"];
const sum = () => [...made.values()].reduce((all, one) => all + one, 0);
const round = () =>
  clean(
    createServices({
      db: server.db,
      site: testSite,
      providers,
      now: () => new Date(server.clock.ms),
    }),
  );

/** A visitor who has paid for the plan, which renews. */
async function subscribed() {
  const visitor = await arrive(server);
  await initiate(visitor, "plan");
  const { json } = await visitor.call("/api/pay/make-stripe-subscription", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: {
      product: "plan",
      email: "ann@mail.example",
      return_path: "/quiz/oto",
    },
  });
  const { checkout_id, url } = readObject(json);
  await post(visitor, String(url), goodCard);
  return String(checkout_id);
}

describe("a refund of a plan", () => {
  const refundInWords = async (id: string, body: object = {}) =>
    (
      await refund(id, body, {
        "idempotency-key": randomUUID(),
        accept: "text/plain",
      })
    ).text;
  const statusOfPlan = async (id: string) =>
    readObject((await show(id))["subscription"])["status"];

  test("ends it with the last of its money, and not before", async () => {
    const id = await subscribed();
    await refundInWords(id, { amount: 100 });
    expect(await statusOfPlan(id)).toBe("active");
    expect(await refundInWords(id)).not.toContain("still renews");
    expect(await statusOfPlan(id)).toBe("cancelled");
  });

  test("says so where the provider cannot end it, or does not answer", async () => {
    for (const other of [async () => false, lost]) {
      endPlan = other;
      const id = await subscribed();
      expect(await refundInWords(id)).toContain(
        "It still renews: cancel it at sandbox.",
      );
      expect(await statusOfPlan(id)).toBe("active");
    }
  });
});

describe("a refund", () => {
  test("gives back the whole, and says so everywhere", async () => {
    const { visitor, id } = await bought();
    const told = readObject((await refund(id, { reason: "asked" })).json);
    expect(told).toMatchObject({
      version: 1,
      refund: {
        status: "succeeded",
        amount: 999,
        currency: "USD",
        reason: "asked",
      },
      order: { checkout_id: id, state: "refunded", taken: 999, returned: 999 },
    });
    expect(await statusOf(visitor, id)).toMatchObject({ status: "refunded" });
    expect(sum()).toBe(999);
  });

  test("of a part leaves the rest, and never gives back more than was taken", async () => {
    const { id } = await bought();
    await refund(id, { amount: 400 });
    expect(await stateOf(id)).toBe("partly_refunded");
    expectProblem("refund-too-large", await refund(id, { amount: 600 }));
    const key = { "idempotency-key": randomUUID() };
    await refund(id, {}, key);
    expect(await stateOf(id)).toBe("refunded");
    expectProblem("refund-refused", await refund(id));
    expect((await refund(id, {}, key)).status).toBe(200);
    expect(sum()).toBe(999);
  });

  test("is one, however often and at whatever time it is asked for under one key", async () => {
    const { id } = await bought();
    const key = { "idempotency-key": randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refund(id, { amount: 300 }, key)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set([200]),
    );
    expectProblem("key-reused", await refund(id, { amount: 301 }, key));
    const other = await bought();
    expectProblem("key-reused", await refund(other.id, {}, key));
    expect([made.size, sum()]).toEqual([1, 300]);
  });

  test("by twenty operators at once never gives back more than there is", async () => {
    const { id } = await bought();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => refund(id, { amount: 300 + i })),
    );
    const paid = answers.filter(({ status }) => status === 200);
    expect([paid.length, made.size]).toEqual([3, 3]);
    expect(sum()).toBeLessThanOrEqual(999);
    expect(await show(id)).toMatchObject({ order: { returned: sum() } });
  });

  test("by twenty operators for the same sum at once is at least one, and no more than fit", async () => {
    const { id } = await bought();
    await Promise.all(
      Array.from({ length: 20 }, () => refund(id, { amount: 300 })),
    );
    // Whoever asks for the same while another one waits for the answer asks for that.
    expect([300, 600, 900]).toContain(sum());
    expect(await show(id)).toMatchObject({ order: { returned: sum() } });
  });

  test("that is on its way counts as gone until it is made or has failed", async () => {
    const { id } = await bought();
    answer = ({ id: name }) => ({
      kind: "told",
      status: "requested",
      reference: `re ${name}`,
    });
    expect((await refund(id, { amount: 600 })).status).toBe(200);
    expect(await show(id)).toMatchObject({
      order: { state: "paid", returned: 0 },
    });
    expectProblem("refund-too-large", await refund(id, { amount: 600 }));
    await refund(id);
    expect([made.size, sum()]).toEqual([2, 999]);
  });

  test.each([
    ["the same key", false],
    ["another key", true],
  ])(
    "whose answer got lost is the same one, asked again under %s",
    async (_, isNew) => {
      const { id } = await bought();
      const key = { "idempotency-key": randomUUID() };
      answer = () => "lost";
      expectProblem(
        "payment-unavailable",
        await refund(id, { amount: 300 }, key),
      );
      expect(await stateOf(id)).toBe("paid");
      answer = done;
      const again = isNew ? undefined : key;
      expect((await refund(id, { amount: 300 }, again)).status).toBe(200);
      expect(await stateOf(id)).toBe("partly_refunded");
      expect([made.size, sum(), asked]).toEqual([1, 300, 2]);
    },
  );

  test("whose answer got lost, and that nobody asks for again, is asked for by the housekeeping", async () => {
    const { id } = await bought();
    answer = () => "lost";
    await refund(id);
    answer = done;
    await round();
    expect(await stateOf(id)).toBe("paid");
    server.clock.ms += 61_000;
    await Promise.all([round(), round()]);
    expect(await stateOf(id)).toBe("refunded");
    expect([made.size, sum()]).toEqual([1, 999]);
  });

  test("that the provider cannot or will not make is told, and changes nothing", async () => {
    const { id } = await bought();
    const detail = "Give it back in its own pages.";
    answer = () => ({ kind: "unable", detail });
    const key = { "idempotency-key": randomUUID() };
    const unable = expectProblem("refund-refused", await refund(id, {}, key));
    expect(unable["detail"]).toBe(detail);
    answer = done;
    expect(expectProblem("refund-refused", await refund(id, {}, key))).toEqual(
      unable,
    );
    answer = () => ({
      kind: "told",
      status: "failed",
      reference: null,
      reason: "It is disputed.",
    });
    const refused = expectProblem("refund-refused", await refund(id));
    expect(refused["detail"]).toBe("It is disputed.");
    expect(await stateOf(id)).toBe("paid");
    expect(sum()).toBe(0);
    answer = done;
    expect((await refund(id)).status).toBe(200);
  });

  test("of what was taken once too often goes first, and is then no longer due", async () => {
    const { visitor, id } = await bought();
    const { session_id } = await server.db
      .selectFrom("checkouts")
      .select("session_id")
      .where("checkout_id", "=", id)
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto("payments")
      .values({
        payment_id: `second-${id}`,
        checkout_id: id,
        session_id,
        amount: 999,
        currency: "USD",
        card_brand: null,
        card_last4: null,
        paid_at: new Date(server.clock.ms),
        transaction: "second",
        refund_due: true,
        refunded_at: null,
      })
      .execute();
    const due = await countRefundsDue(server.db);
    const key = { "idempotency-key": randomUUID() };
    await refund(id, {}, key);
    expect(await countRefundsDue(server.db)).toBe(due - 1);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    const second = { payment: `second-${id}` };
    expect((await refund(id, second, key)).status).toBe(200);
    for (const payment of [id, "other"])
      expectProblem("key-reused", await refund(id, { payment }, key));
    await refund(id, second);
    expect(await stateOf(id)).toBe("paid");
    await refund(id);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "refunded" });
  });

  test.each<[string, unknown, Record<string, string>, string]>([
    ["without a key", {}, {}, "headers-missing"],
    ["by a form", "amount=1", { "content-type": "text/plain" }, "not-json"],
    ["of nothing", { amount: 0 }, {}, "invalid"],
    ["of half a cent", { amount: 0.5 }, {}, "invalid"],
    ["of a text", { amount: "5" }, {}, "invalid"],
    ["with more fields", { sum: 5 }, {}, "invalid"],
    ["of a list", [], {}, "invalid"],
    ["of another payment", { payment: "other" }, {}, "order-unknown"],
  ])("%s is refused", async (what, body, headers, code) => {
    const { id } = await bought();
    const key = { "idempotency-key": randomUUID() };
    const sent = what === "without a key" ? headers : { ...key, ...headers };
    expectProblem(code, await refund(id, body, sent));
    expect(sum()).toBe(0);
  });

  test("of no order, or of one that nobody has paid, is refused", async () => {
    const { id } = await openHosted(await arrive(server));
    for (const unpaid of ["AAAAAAAAAAAAAAAAAAAAAA", id])
      expectProblem("order-unknown", await refund(unpaid));
    expect(sum()).toBe(0);
  });
});

describe("orders", () => {
  test("are found by the email of the order or of the contact, and by their state", async () => {
    const { visitor, id } = await bought();
    const email = `Ann-${randomUUID()}@mail.example`;
    await visitor.call("/api/visitor/store-contact-info", {
      method: "POST",
      body: { event_id: randomUUID(), email },
    });
    await refund(id, { amount: 1 });
    const find = async (query: string) => {
      const path = `/api/admin/orders?${query}`;
      const { orders } = readObject((await server.send(path)).json);
      const list: readonly unknown[] = Array.isArray(orders) ? orders : [];
      return list.map((one) => Object(one).checkout_id);
    };
    const by = `email=${email.toLowerCase()}`;
    expect(await find(by)).toEqual([id]);
    expect(await find(`${by}&state=partly_refunded`)).toEqual([id]);
    expect(await find(`${by}&state=paid`)).toEqual([]);
    expect(await find(`${by}&state=refund_due`)).toEqual([]);
    expect(await find(`${by}&before=2000-01-01T00:00:00Z`)).toEqual([]);
    expect(await find("limit=1")).toHaveLength(1);
    expect(await find("email=nobody@mail.example")).toEqual([]);
  });

  test("are listed by brand and time, part after part, or all as a file", async () => {
    const since = new Date(server.clock.ms + 1).toISOString();
    const ids = [];
    for (let i = 0; i < 3; i += 1) ids.unshift((await bought()).id);
    await server.db
      .updateTable("checkouts")
      .set({ created_at: new Date(server.clock.ms) })
      .where("checkout_id", "in", ids)
      .execute();
    await server.db
      .updateTable("checkouts")
      .set({ brand: "other", product: "=x" })
      .where("checkout_id", "=", ids[0] ?? "")
      .execute();
    const list = async (query: Record<string, string>) => {
      const asked = new URLSearchParams({ since, ...query }).toString();
      const answer = await server.send(`/api/admin/orders?${asked}`);
      const { orders, next } = readObject(answer.json);
      const lines: readonly unknown[] = Array.isArray(orders) ? orders : [];
      return { ids: lines.map((one) => String(Object(one).checkout_id)), next };
    };
    const found: string[] = [];
    for (let query: Record<string, string> = {}; ;) {
      const part = await list({ limit: "1", ...query });
      found.push(...part.ids);
      if (part.next === null) break;
      query = { before: String(part.next) };
    }
    expect(found.toSorted()).toEqual(ids.toSorted());
    expect((await list({ brand: "other" })).ids).toEqual([ids[0]]);
    const csv = new URLSearchParams({ since, format: "csv" }).toString();
    const file = await server.send(`/api/admin/orders?${csv}`);
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(file.text.split("\r\n")).toHaveLength(5);
    expect(file.text).toContain(",paid,9.99,0.00,'=x,");
    expect(file.text).toMatch(/^order,.*,taken\r$/m);
    expect(file.text).toMatch(/,paid,9\.99,.*,USD,9\.99\r$/m);
    // What comes back may be of a renewal: beside the price alone it would be too much.
    await server.db
      .insertInto("renewals")
      .values({
        checkout_id: ids[0] ?? "",
        reference: randomUUID(),
        amount: 1999,
        currency: "USD",
        paid_at: new Date(),
      })
      .execute();
    const renewed = await server.send(`/api/admin/orders?${csv}`);
    expect(renewed.text).toMatch(/,paid,9\.99,.*,USD,29\.98\r$/m);
    const short = await server.send(`/api/admin/orders?${csv}&limit=1`);
    expect(short.text.split("\r\n")).toHaveLength(3);
    const text = await server.send(
      `/api/admin/orders?${new URLSearchParams({ since, limit: "1" })}`,
      { headers: { accept: "text/plain" } },
    );
    expect(text.text).toMatch(/\nOlder ones: --before \S+,\S+\n$/);
  });

  test.each(["state=gone", "limit=0", "limit=x", "before=x", "name=x"])(
    "are not looked for by %s",
    async (query) => {
      const answer = await server.send(`/api/admin/orders?${query}`);
      expect(expectProblem("invalid", answer)["status"]).toBe(422);
    },
  );

  test("are a text as well", async () => {
    const { id } = await bought();
    const headers = { accept: "text/plain" };
    const list = await server.send("/api/admin/orders", { headers });
    expect(list.text).toMatch(new RegExp(`^${id} .* paid +\\$9\\.99 `, "m"));
    const key = randomUUID();
    const done = await refund(
      id,
      { amount: 500 },
      {
        ...headers,
        "idempotency-key": key,
      },
    );
    expect(done.text).toBe(
      `$5.00 of order ${id} were given back (refund ${key}). The order is now: partly_refunded.\n`,
    );
    const one = await server.send(`/api/admin/orders/${id}`, { headers });
    expect(one.text).toContain("partly_refunded");
    expect(one.text).toMatch(/^payment +kind +paid +amount +state +returned/m);
    expect(one.text).toMatch(/ \$9\.99 +partly_refunded +\$5\.00$/m);
    expect(one.text).toContain(`${key}  `);
    expect(one.text).toContain("orders.refund");
    const ofLog = await server.send(`/api/admin/orders/${digest(id)}`, {
      headers,
    });
    expect(ofLog.text).toContain(id);
    // Longer than an index of what was done holds.
    const long = randomBytes(6_000).toString("base64url");
    for (const unknown of ["none", digest("none"), long])
      expectProblem(
        "order-unknown",
        await server.send(`/api/admin/orders/${unknown}`, { headers }),
      );
  });

  test("leave a trace of all that operators do", async () => {
    const { id } = await bought();
    await refund(id, { amount: 1 });
    await refund(id, { amount: 5_000 });
    const rows = await server.db
      .selectFrom("operator_actions")
      .select(["action", "outcome"])
      .where("subject", "=", id)
      .orderBy("begun_at")
      .execute();
    expect(rows).toEqual([
      { action: "orders.refund", outcome: { refund_id: [...made.keys()][0] } },
      {
        action: "orders.refund",
        outcome: { problem: "urn:problem:refund-too-large" },
      },
    ]);
  });

  test("leave a trace of who was looked for, without the email", async () => {
    const listed = async (query: string) => {
      await server.db.deleteFrom("operator_actions").execute();
      await server.send(`/api/admin/orders?${query}`);
      const { asked } = await server.db
        .selectFrom("operator_actions")
        .select("asked")
        .where("action", "=", "orders.list")
        .executeTakeFirstOrThrow();
      return asked;
    };
    const all = { by_email: false, state: null, brand: "calm", since: null };
    expect(await listed("brand=calm")).toEqual(all);
    expect(await listed("brand=calm&email=ann@mail.example")).toEqual({
      ...all,
      by_email: true,
    });
  });

  test.each([
    ["GET", "/api/admin/orders"],
    ["GET", "/api/admin/orders/x"],
    ["POST", "/api/admin/orders/x/refund"],
  ])("%s %s is for operators alone", async (method, path) => {
    const app = appOver(server, { adminToken: "correct-horse" });
    const answer = await app.request(`https://calm.example${path}`, { method });
    expect(answer.status).toBe(401);
  });
});
