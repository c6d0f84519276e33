import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import {
  arrive,
  expectProblem,
  initiate,
  readObject,
} from "../testing/calls.ts";
import { paidBy, type TestServer, useServer } from "../testing/server.ts";
import { useStandIn } from "../testing/stand-in.ts";
import { formOf } from "./max-pay/forms.fixture.ts";
import { charge } from "./pay-pro/charges.fixture.ts";
import { isSigned, signFields } from "./sign.ts";

const bank = useStandIn();
const PAID = {
  STRIPE_SECRET_KEY: "sk_test_x",
  MAX_PAY_MERCHANT: "m-1",
  MAX_PAY_SECRET: "max-secret",
  MAX_PAY_ADDRESS: "https://max-pay.example/form",
  PAY_PRO_KEY: "pro-secret",
};
const at = (path: string) => new URL(path, bank.url).href;
const server = useServer(() =>
  paidBy({
    ...PAID,
    PAY_PRO_ADDRESS: at("/charge"),
    MAX_PAY_REFUND: at("/max-pay/refund"),
    PAY_PRO_REFUND: at("/pay-pro/refund"),
  }),
);
const without = useServer(() =>
  paidBy({ ...PAID, PAY_PRO_ADDRESS: at("/charge") }),
);
type Server = Pick<TestServer, "db" | "clock" | "send">;

beforeEach(() => {
  bank.received.length = 0;
});

/** MaxPay's message about a payment. */
function tell(at: Server, fields: Record<string, string>) {
  const time = String(Math.floor(at.clock.ms / 1_000));
  const all = { kind: "payment", currency: "USD", time, ...fields };
  const signature = signFields(all, PAID.MAX_PAY_SECRET);
  return at.send("/api/pay/max-pay/callback", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...all, signature }).toString(),
  });
}

async function byMaxPay(at: Server): Promise<string> {
  const visitor = await arrive(at);
  await initiate(visitor, "journal");
  const { id } = await formOf(visitor);
  const transaction = `t-${id}`;
  const paid = { order: id, status: "approved", amount: "999", transaction };
  expect((await tell(at, paid)).status).toBe(200);
  return id;
}

async function byPayPro(at: Server): Promise<string> {
  const visitor = await arrive(at);
  await initiate(visitor, "journal");
  bank.answer = { status: 200, body: { status: "paid", transaction: "p-1" } };
  const answer = await charge(visitor, "journal");
  return String(readObject(answer.json)["checkout_id"]);
}

const WAYS = [
  ["MaxPay", byMaxPay, PAID.MAX_PAY_SECRET, "MAX_PAY_REFUND"],
  ["PayPro", byPayPro, PAID.PAY_PRO_KEY, "PAY_PRO_REFUND"],
] as const;

const refund = (at: Server, id: string, key: string = randomUUID()) =>
  at.send(`/api/admin/orders/${id}/refund`, {
    method: "POST",
    headers: { "idempotency-key": key },
    body: { amount: 400 },
  });

const rowsOf = (id: string) =>
  server.db
    .selectFrom("refunds")
    .select(["refund_id", "status", "reference", "reason"])
    .where("checkout_id", "=", id)
    .orderBy("at")
    .execute();

describe.each(WAYS)("%s", (name, buy, secret, variable) => {
  test("is asked for a refund by a signed call, under one name", async () => {
    const id = await buy(server);
    bank.received.length = 0;
    const key = randomUUID();
    bank.answer = { status: 500, body: {} };
    expectProblem("payment-unavailable", await refund(server, id, key));
    bank.answer = {
      status: 200,
      body: { status: "refunded", transaction: `r-${id}` },
    };
    const { order } = readObject((await refund(server, id, key)).json);
    expect(order).toMatchObject({ state: "partly_refunded", returned: 400 });
    const asked = bank.received.map(({ body }) =>
      Object.fromEntries(new URLSearchParams(body)),
    );
    expect(asked).toHaveLength(2);
    for (const fields of asked) {
      expect(isSigned(fields, [secret])).toBe(true);
      expect(fields).toMatchObject({
        order: id,
        transaction: name === "MaxPay" ? `t-${id}` : "p-1",
        refund: key,
        amount: "400",
        currency: "USD",
      });
    }
  });

  test("may take its time, and its refusal is told", async () => {
    const id = await buy(server);
    bank.answer = {
      status: 200,
      body: { status: "pending", transaction: `r-${id}` },
    };
    const pending = readObject((await refund(server, id)).json);
    expect(pending).toMatchObject({
      refund: { status: "requested", amount: 400 },
      order: { state: "paid", returned: 0 },
    });
    bank.answer = {
      status: 200,
      body: { status: "declined", reason: "It is too old." },
    };
    const refused = expectProblem("refund-refused", await refund(server, id));
    expect(refused["detail"]).toBe("It is too old.");
    expect(await rowsOf(id)).toMatchObject([
      { status: "requested", reference: `r-${id}` },
      { status: "requested", reference: null },
      { status: "failed", reason: "It is too old." },
    ]);
  });

  test("says kindly where it cannot", async () => {
    const id = await buy(without);
    const answer = await refund(without, id);
    const problem = expectProblem("refund-refused", answer);
    expect(problem["detail"]).toContain(variable);
    expect(problem["detail"]).toContain(`${name}'s own pages`);
  });
});

test("MaxPay's message about a refund that we asked for is about that refund", async () => {
  const id = await byMaxPay(server);
  bank.answer = { status: 200, body: { status: "pending" } };
  const key = randomUUID();
  await refund(server, id, key);
  await tell(server, {
    kind: "refund",
    status: "approved",
    order: id,
    amount: "400",
    of: `t-${id}`,
    refund: key,
    transaction: `r-${id}`,
  });
  expect(await rowsOf(id)).toMatchObject([
    { refund_id: key, status: "requested" },
    { refund_id: key, status: "succeeded", reference: `r-${id}` },
  ]);
});
