import { expect } from "vitest";
import {
  expectAnswer,
  readObject,
  type Visitor,
} from "../../server/testing/calls.ts";
import type { Shop } from "./driver.ts";
import type { PlanDriver } from "./plan-driver.ts";

/** Somebody who has bought the plan. */
export interface Buyer {
  readonly visitor: Visitor;
  readonly order: string;
  readonly driver: PlanDriver;
}

const inOrder = (texts: readonly object[]) =>
  texts.map((one) => JSON.stringify(one)).toSorted();

/** What operators see of an order is what its provider lists. */
export async function compareLedger(
  server: Shop,
  { order, driver }: Buyer,
): Promise<void> {
  const answer = await server.send(`/api/admin/orders/${order}`);
  const view = readObject(answer.json);
  const payments: readonly unknown[] = Array.isArray(view["payments"])
    ? view["payments"]
    : [];
  const kept = payments.map((one) => {
    const { amount, state, refunded, withdrawn } = Object(one);
    return { amount, state, returned: refunded + withdrawn };
  });
  const listed = driver
    .listed(order)
    .map(({ amount, state, returned }) => ({ amount, state, returned }));
  expect(inOrder(kept)).toEqual(inOrder(listed));
  const sum = listed.reduce((all, { returned }) => all + returned, 0);
  expect(view["order"]).toMatchObject({ returned: sum });
  const { status, goesOn, isPaused } = driver.plan(order);
  const { ends_at, ...plan } = readObject(view["subscription"]);
  expect({
    ...plan,
    goesOn: status !== "cancelled" && ends_at === null,
  }).toMatchObject({
    status,
    goesOn,
    ...(status !== "cancelled" && { paused: isPaused }),
  });
}

/** The visitor is told of a renewal if there is to be one, and what it costs. */
export async function compareTold({
  visitor,
  order,
  driver,
}: Buyer): Promise<void> {
  const answer = await visitor.call("/api/pay/purchases");
  const { purchases } = expectAnswer("purchases", answer);
  const { goesOn, isPaused, amount } = driver.plan(order);
  const [first] = driver.listed(order);
  const isBack = first?.state === "refunded" || first?.state === "charged_back";
  expect(purchases).toMatchObject([
    {
      checkout_id: order,
      refunded: first?.returned,
      renewal: goesOn && !isPaused ? { amount } : null,
    },
  ]);
  const status = Object(Array.isArray(purchases) ? purchases[0] : null).status;
  expect(status === "refunded").toBe(isBack);
}

/** Receivers are told of all money that was taken and went back. */
export async function compareMessages(
  server: Shop,
  { order, driver }: Buyer,
): Promise<void> {
  const rows = await server.db
    .selectFrom("outbox")
    .select(["kind", "payload"])
    .execute();
  const about = rows.filter(({ payload }) => payload["checkout_id"] === order);
  const sumOf = (name: string) =>
    about
      .filter(({ kind }) => kind === name)
      .reduce((sum, { payload }) => sum + Number(payload["amount"]), 0);
  const listed = driver.listed(order);
  const all = listed.reduce((sum, { amount }) => sum + amount, 0);
  expect(sumOf("payment.taken") + sumOf("renewal.taken")).toBe(all);
  const rowsBack = await server.db
    .selectFrom("payments")
    .select("refunded")
    .where("checkout_id", "=", order)
    .unionAll(
      server.db
        .selectFrom("renewals")
        .select("refunded")
        .where("checkout_id", "=", order),
    )
    .execute();
  const back = rowsBack.reduce((sum, { refunded }) => sum + refunded, 0);
  expect(sumOf("payment.refunded") - sumOf("refund.failed")).toBe(back);
  const closed = new Map(
    about
      .filter(({ kind }) => kind === "dispute.closed")
      .map(({ payload }) => [payload["dispute"], payload["state"]]),
  );
  const lost = listed.filter(({ state }) => state === "charged_back");
  expect([...closed.values()].filter((state) => state === "lost")).toHaveLength(
    lost.length,
  );
}
