import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { countBoughtTwice, countEverBoughtTwice } from "../db/bought-twice.ts";
import { findCheckout } from "../db/checkouts.ts";
import {
  arrive,
  goodCard,
  initiate,
  openHosted,
  post,
  readObject,
  statusOf,
  type Visitor,
} from "../testing/calls.ts";
import { useServer } from "../testing/server.ts";
import { createServices } from "../app.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { testSite } from "../testing/site.ts";
import { settleAfterSale } from "./after-sale.ts";

const server = useServer();
const services = () =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([sandbox]),
    now: () => new Date(server.clock.ms),
  });
const newEmail = () => `${randomUUID()}@mail.example`;

/** Opens the plan with an email; answers how it is paid. */
async function openPlan(visitor: Visitor, email: string) {
  await initiate(visitor, "plan");
  const answer = await visitor.call("/api/pay/make-stripe-subscription", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: { product: "plan", email, return_path: "/quiz/oto" },
  });
  const { checkout_id, url } = readObject(answer.json);
  const id = String(checkout_id);
  return { id, pay: () => post(visitor, String(url), goodCard) };
}

async function buyPlan(email: string): Promise<string> {
  const { id, pay } = await openPlan(await arrive(server), email);
  await pay();
  return id;
}

const count = () => countBoughtTwice(server.db);

/** What an operator sees of an order. */
async function seen(id: string) {
  const headers = { accept: "text/plain" };
  const list = await server.send("/api/admin/orders?state=bought_twice", {
    headers,
  });
  const one = await server.send(`/api/admin/orders/${id}`, { headers });
  return { isListed: list.text.includes(id), text: one.text };
}

test("a plan that the same email has bought in another session is sold, and shown to operators", async () => {
  const before = await count();
  const email = newEmail();
  const first = await buyPlan(email);
  const second = await buyPlan(email.toUpperCase());
  expect(await count()).toBe(before + 1);
  const { isListed, text } = await seen(second);
  expect(isListed).toBe(true);
  expect(text).toContain(`has bought it by order ${first}`);
  expect((await seen(first)).isListed).toBe(false);
});

test("the email may be a contact's, given before it was paid", async () => {
  const before = await count();
  const email = newEmail();
  await buyPlan(email);
  const visitor = await arrive(server);
  await visitor.call("/api/visitor/store-contact-info", {
    method: "POST",
    body: { event_id: randomUUID(), email },
  });
  await (await openPlan(visitor, newEmail())).pay();
  expect(await count()).toBe(before + 1);
});

test("of two that are paid at the same moment one is shown", async () => {
  const before = await count();
  const email = newEmail();
  const opened = await Promise.all(
    [1, 2].map(async () => openPlan(await arrive(server), email)),
  );
  await Promise.all(opened.map(({ pay }) => pay()));
  expect(await count()).toBe(before + 1);
});

test("whoever else buys it, and what is paid once, is nobody's concern", async () => {
  const before = await count();
  await buyPlan(newEmail());
  const email = newEmail();
  for (const _ of [1, 2]) {
    const visitor = await arrive(server);
    await visitor.call("/api/visitor/store-contact-info", {
      method: "POST",
      body: { event_id: randomUUID(), email },
    });
    const { id, url } = await openHosted(visitor);
    await post(visitor, url, goodCard);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
  }
  expect(await count()).toBe(before);
});

test.each([
  ["the first", 0],
  ["the second", 1],
] as const)("it is over when %s renews no more", async (_, which) => {
  const before = await count();
  const ever = await countEverBoughtTwice(server.db);
  const email = newEmail();
  const ids = [await buyPlan(email), await buyPlan(email)];
  expect(await count()).toBe(before + 1);
  const checkout = await findCheckout(server.db, ids[which] ?? "");
  if (checkout === null) throw new Error("nothing was bought");
  const toldAt = new Date(server.clock.ms);
  const endsAt = new Date(server.clock.ms + 86_400_000);
  await settleAfterSale(services(), checkout, {
    kind: "subscription",
    event: { kind: "told", status: "active", endsAt, toldAt },
  });
  expect(await count()).toBe(before);
  expect(await countEverBoughtTwice(server.db)).toBe(ever + 1);
});

test("a plan that was given back before is not bought twice", async () => {
  const before = await count();
  const email = newEmail();
  const first = await buyPlan(email);
  await server.send(`/api/admin/orders/${first}/refund`, {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: {},
  });
  await buyPlan(email);
  expect(await count()).toBe(before);
});
