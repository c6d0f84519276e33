import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { maxPay } from "../payments/max-pay/provider.ts";
import { payPro } from "../payments/pay-pro/provider.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox, sandboxAs } from "../payments/sandbox/provider.ts";
import { useServer } from "../testing/server.ts";
import {
  arrive,
  countPayments,
  expectAnswer,
  expectProblem,
  goodCard,
  initiate,
  post,
  statusOf,
  type Visitor,
} from "../testing/calls.ts";

const server = useServer(() => ({
  providers: providersOf([
    sandbox,
    maxPay.played,
    payPro.played,
    sandboxAs("any"),
    { ...sandboxAs("once"), renews: false },
  ]),
}));

const open = (
  visitor: Visitor,
  provider: string,
  product: "plan" | "journal" = "journal",
  key: string = randomUUID(),
) =>
  visitor.call("/api/pay/make-checkout", {
    method: "POST",
    headers: { "idempotency-key": key },
    body: { provider, product, email: "", return_path: "/quiz/oto" },
  });

test("the payment page of a named provider is opened, and paid", async () => {
  const visitor = await arrive(server);
  await initiate(visitor, "journal");
  const answer = expectAnswer("make-checkout", await open(visitor, "any"));
  const id = String(answer["checkout_id"]);
  const { provider } = await server.db
    .selectFrom("checkouts")
    .select("provider")
    .where("checkout_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(provider).toBe("any");
  await post(visitor, String(answer["url"]), goodCard);
  expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
  expect(await countPayments(server, id)).toBe(1);
});

test("one key opens one page of one provider", async () => {
  const visitor = await arrive(server);
  await initiate(visitor, "journal");
  const key = randomUUID();
  const first = await open(visitor, "any", "journal", key);
  expect((await open(visitor, "any", "journal", key)).json).toEqual(first.json);
  expectProblem("key-reused", await open(visitor, "once", "journal", key));
});

test("what renews is sold by those who charge it again, whatever it is called", async () => {
  const visitor = await arrive(server);
  await initiate(visitor, "plan");
  expectAnswer("make-checkout", await open(visitor, "any", "plan"));
  const refused = await open(visitor, "once", "plan");
  expect(expectProblem("product-mismatch", refused)["status"]).toBe(422);
});

test.each(["none", "max-pay", "pay-pro", "constructor"])(
  "nothing is opened at %s, which has no such page",
  async (provider) => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const refused = expectProblem("payment-off", await open(visitor, provider));
    expect(refused["status"]).toBe(503);
  },
);
