import { beforeEach, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { beginCall } from "../db/calls-under-way.ts";
import { type Checkout, findCheckout } from "../db/checkouts.ts";
import { findLeftOf, receiveEvent } from "../db/webhook-events.ts";
import { inFlight } from "../http/problem.ts";
import { providersOf } from "../payments/registry.ts";
import { sandboxAs } from "../payments/sandbox/provider.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import type { Finding } from "./provider.ts";
import { type ReportedOutcome, settleByHand } from "./settle-by-hand.ts";
import { settle } from "./settle.ts";

const server = useServer();
/** What a provider was asked, and the money that it knows of. */
const calls: string[] = [];
let known: Finding | "unknown" | null = null;
/** What happens while it is asked. */
let meanwhile: () => Promise<void>;
const services = () =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([
      {
        ...sandboxAs("stripe"),
        tellsOutcome: (type) => type === "payment",
        look: async () => {
          calls.push("look");
          await meanwhile();
          return known;
        },
        expire: async () => {
          calls.push("expire");
          await meanwhile();
        },
        endPlan: async () => {
          calls.push("end-plan");
          return true;
        },
      },
    ]),
    now: () => new Date((server.clock.ms += 1)),
  });
beforeEach(() => {
  calls.length = 0;
  known = null;
  meanwhile = async () => undefined;
});

const UNPAID: ReportedOutcome = { outcome: "unpaid" };
const paidBy = (transaction: string): ReportedOutcome => ({
  outcome: "paid",
  transaction,
});
const settled = ({ checkout_id }: Checkout, reported: ReportedOutcome) =>
  settleByHand(services(), checkout_id, reported);
const charge = ({ checkout_id }: Checkout) =>
  beginCall(server.db, checkout_id, "charging", new Date(server.clock.ms));
/** A message about an order has come and could not be dealt with. */
const receive = ({ checkout_id, provider }: Checkout, type: string) =>
  receiveEvent(
    server.db,
    { event_id: `${type} ${checkout_id}`, type, provider, checkout_id },
    new Date(server.clock.ms),
  );
const refused = (detail: string) => ({ problem: { detail } });

test("what waits is closed at the provider once, and then here alone", async () => {
  const checkout = await storeCheckout(server.db);
  await settled(checkout, UNPAID);
  expect(calls).toEqual(["look", "expire"]);
  await settled(checkout, UNPAID);
  expect(calls).toEqual(["look", "expire", "look"]);
  const { checkout_id } = checkout;
  expect(await findCheckout(server.db, checkout_id)).toMatchObject({
    status: "cancelled",
  });
});

test("messages of the payment are dealt with, and those of what came after it are not", async () => {
  const checkout = await storeCheckout(server.db);
  const { checkout_id } = checkout;
  await receive(checkout, "payment");
  await receive(checkout, "refund");
  await settled(checkout, UNPAID);
  expect(await findLeftOf(server.db, checkout_id)).toMatchObject([
    { type: "refund" },
  ]);
});

test.each([
  ["a plan", { renewal_amount: 2999, renewal_days: 28 }, UNPAID, true],
  ["what is paid once", {}, UNPAID, false],
  [
    "a plan that was paid",
    { renewal_amount: 2999, renewal_days: 28 },
    paidBy("t-1"),
    false,
  ],
] as const)(
  "of what the provider cannot say, %s is ended by the operator's word: %j, %j, %s",
  async (_, own, reported, isEnded) => {
    known = "unknown";
    await settled(await storeCheckout(server.db, own), reported);
    expect(calls).toEqual(["look", ...(isEnded ? ["end-plan"] : [])]);
  },
);

test("what is being charged is not closed", async () => {
  const checkout = await storeCheckout(server.db);
  expect(await charge(checkout)).toBe(true);
  await expect(settled(checkout, UNPAID)).rejects.toMatchObject({
    problem: inFlight().problem,
  });
  expect(calls).toEqual([]);
  const { checkout_id } = checkout;
  expect(await findCheckout(server.db, checkout_id)).toMatchObject({
    status: "open",
    busy_with: "charging",
  });
});

test("what is being charged is paid by the operator's word", async () => {
  const checkout = await storeCheckout(server.db);
  expect(await charge(checkout)).toBe(true);
  known = "unknown";
  await settled(checkout, paidBy("t-charge"));
  expect(await findCheckout(server.db, checkout.checkout_id)).toMatchObject({
    status: "paid",
  });
});

test("an order whose provider is not set up any more is settled, and its messages are left", async () => {
  const checkout = await storeCheckout(server.db, { provider: "max-pay" });
  await receive(checkout, "payment");
  await settled(checkout, UNPAID);
  expect(await findLeftOf(server.db, checkout.checkout_id)).toHaveLength(1);
});

test("what is being closed is not charged, and can be where it could not be closed", async () => {
  const checkout = await storeCheckout(server.db);
  const charged: boolean[] = [];
  meanwhile = async () => {
    charged.push(await charge(checkout));
    if (calls.includes("expire")) throw new Error("away");
  };
  await expect(settled(checkout, UNPAID)).rejects.toThrow("away");
  // Asked after, closed, and asked after once more.
  expect(charged).toEqual([false, false, false]);
  expect(await charge(checkout)).toBe(true);
});

test("what is paid while it is closed is not called unpaid", async () => {
  const checkout = await storeCheckout(server.db);
  meanwhile = async () => {
    if (calls.at(-1) !== "expire") return;
    known = { status: "paid", transaction: "t-just" };
    throw new Error("it is paid");
  };
  await expect(settled(checkout, UNPAID)).rejects.toMatchObject(
    refused("It is paid: refund it."),
  );
  const { checkout_id } = checkout;
  expect(await findCheckout(server.db, checkout_id)).toMatchObject({
    status: "paid",
  });
});

test("money that came for a closed order is not called unpaid", async () => {
  const checkout = await storeCheckout(server.db);
  await settled(checkout, UNPAID);
  known = { status: "paid", transaction: "t-late" };
  await expect(settled(checkout, UNPAID)).rejects.toMatchObject(
    refused("It is paid: refund it."),
  );
  const { checkout_id } = checkout;
  expect(await findCheckout(server.db, checkout_id)).toMatchObject({
    status: "paid",
  });
});

test("what is not paid by the provider's word is not paid", async () => {
  await expect(
    settled(await storeCheckout(server.db), paidBy("t-1")),
  ).rejects.toMatchObject(refused("The provider says that nothing was taken."));
  expect(calls).toEqual(["look"]);
});

test("of a paid order the provider is asked nothing: other money goes back, and all of it by a refund", async () => {
  const checkout = await storeCheckout(server.db);
  await settle(services(), checkout, { status: "paid", transaction: "t-1" });
  await settled(checkout, paidBy("t-2"));
  await expect(settled(checkout, UNPAID)).rejects.toMatchObject(
    refused("It is paid: refund it."),
  );
  expect(calls).toEqual([]);
  const payments = await server.db
    .selectFrom("payments")
    .select(["transaction", "refund_due"])
    .where("checkout_id", "=", checkout.checkout_id)
    .orderBy("paid_at")
    .execute();
  expect(payments).toEqual([
    { transaction: "t-1", refund_due: false },
    { transaction: "t-2", refund_due: true },
  ]);
});
