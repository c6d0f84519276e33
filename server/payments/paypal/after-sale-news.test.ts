import { describe, expect, test } from "vitest";
import {
  captureOf,
  followAfterSale,
  isAfterSale,
  readNews,
  refundStatus,
} from "./after-sale.ts";
import { payPalOf } from "./answers.fixture.ts";
import { createServices } from "../../app.ts";
import { testSite } from "../../testing/site.ts";
import { providersOf } from "../registry.ts";
import { sandbox } from "../sandbox/provider.ts";
import { useServer } from "../../testing/server.ts";

const REFUNDED = "PAYMENT.CAPTURE.REFUNDED";
const REVERSED = "PAYMENT.CAPTURE.REVERSED";
const DISPUTE = "CUSTOMER.DISPUTE.UPDATED";

const NOW = new Date("2030-05-01T12:00:00Z");
const TOLD = "2030-04-30T08:00:00Z";
const amount = { value: "4.00", currency_code: "USD" };
const sum = { amount: 400, currency: "USD" };
const read = (type: string, resource: object) =>
  readNews({ type, resource }, "C-1", NOW);

describe("which messages are about what comes after a sale", () => {
  test.each([
    [REFUNDED, true],
    [REVERSED, true],
    ["PAYMENT.REFUND.FAILED", true],
    ["CUSTOMER.DISPUTE.CREATED", true],
    ["PAYMENT.CAPTURE.COMPLETED", false],
    ["CHECKOUT.ORDER.APPROVED", false],
  ])("%s: %s", (type, is) => {
    expect(isAfterSale(type)).toBe(is);
  });
});

describe("the capture of a message", () => {
  const up = (href: unknown) => ({ rel: "up", href });

  test.each([
    ["a refund's link", { links: [up("https://x/v2/payments/captures/C-9")] }],
    ["the link among others", { links: [null, {}, up("/captures/C-9")] }],
    ["its own name without links", { id: "C-9" }],
    ["its own name with another link", { id: "C-9", links: [up("/x/C-1")] }],
    ["its own name with an empty link", { id: "C-9", links: [up(null)] }],
  ])("is %s", (_, resource) => {
    expect(captureOf({ type: REFUNDED, resource })).toBe("C-9");
  });

  test.each([
    [REFUNDED, null],
    [REFUNDED, { id: 7, links: "no list" }],
    [DISPUTE, {}],
    [DISPUTE, { disputed_transactions: [] }],
    [DISPUTE, { disputed_transactions: [{ seller_transaction_id: 7 }] }],
  ])("is none where %s is about %j", (type, resource) => {
    expect(captureOf({ type, resource })).toBeNull();
  });

  test("is the first one of a dispute", () => {
    const disputed_transactions = [
      { seller_transaction_id: "C-9" },
      { seller_transaction_id: "C-8" },
    ];
    const resource = { id: "PP-D-1", disputed_transactions };
    expect(captureOf({ type: DISPUTE, resource })).toBe("C-9");
  });
});

describe("a refund", () => {
  test("is told with its sum, its state and our name for it", () => {
    const custom_id = "checkout refund-1";
    const told = { id: "R-1", status: "COMPLETED", create_time: TOLD };
    const resource = { ...told, custom_id, amount };
    expect(read(REFUNDED, resource)).toEqual({
      kind: "refund",
      refund: "refund-1",
      reference: "R-1",
      transaction: "C-1",
      ...sum,
      status: "succeeded",
      reason: null,
      madeAt: new Date(TOLD),
    });
  });

  test("of somebody in PayPal's own pages has no name of ours", () => {
    expect(
      read("PAYMENT.REFUND.PENDING", {
        id: "R-1",
        status: "PENDING",
        custom_id: "checkout",
        amount,
        status_details: { reason: "ECHECK" },
      }),
    ).toMatchObject({ refund: null, status: "requested", reason: "ECHECK" });
    expect(read(REFUNDED, { id: "R-1", amount })).toMatchObject({
      refund: null,
      madeAt: null,
    });
  });

  test("without a name is nothing", () => {
    expect(read(REFUNDED, { amount })).toBeNull();
  });

  test.each([
    undefined,
    { value: "4.00" },
    { currency_code: "USD" },
    { value: "x", currency_code: "USD" },
    { value: 4, currency_code: 840 },
  ])("of the sum %j is for somebody to look at", (odd) => {
    expect(() => read(REFUNDED, { id: "R-1", amount: odd })).toThrow(
      "PayPal names no sum",
    );
  });

  test.each([
    ["COMPLETED", "succeeded"],
    ["FAILED", "failed"],
    ["CANCELLED", "failed"],
    ["PENDING", "requested"],
    [undefined, "requested"],
  ])("that is %s has %s", (status, state) => {
    expect(refundStatus(status)).toBe(state);
  });
});

describe("a reversal", () => {
  const reversal = {
    kind: "dispute",
    transaction: "C-1",
    ...sum,
    state: "lost",
    withdrawn: 400,
    reason: "reversed",
  };

  test("is money that is gone, from when it was told", () => {
    const resource = { id: "V-1", amount, update_time: TOLD };
    expect(read(REVERSED, resource)).toEqual({
      ...reversal,
      reference: "reversal V-1",
      toldAt: new Date(TOLD),
    });
  });

  test("without a name and a time is its capture's, from now on", () => {
    expect(read(REVERSED, { amount })).toEqual({
      ...reversal,
      reference: "reversal C-1",
      toldAt: NOW,
    });
  });

  test.each([
    [{ update_time: TOLD, create_time: "2030-01-01T00:00:00Z" }, TOLD],
    [{ create_time: TOLD }, TOLD],
    [{ update_time: "soon" }, NOW],
  ])("with the times %j is told then", (times, told) => {
    expect(read(REVERSED, { amount, ...times })).toMatchObject({
      toldAt: new Date(told),
    });
  });
});

describe("a dispute", () => {
  const resource = {
    dispute_id: "PP-D-1",
    status: "RESOLVED",
    reason: "UNAUTHORISED",
    dispute_amount: amount,
    update_time: TOLD,
  };
  const dispute_outcome = { outcome_code: "ACCEPTED" };

  test("is told with its sum, and takes nothing by itself", () => {
    expect(read(DISPUTE, { ...resource, dispute_outcome })).toEqual({
      kind: "dispute",
      reference: "PP-D-1",
      transaction: "C-1",
      ...sum,
      state: "lost",
      withdrawn: 0,
      reason: "UNAUTHORISED",
      toldAt: new Date(TOLD),
    });
  });

  test.each([
    ["lost in part is of that part", "RESOLVED_BUYER_FAVOUR", "lost", 150],
    ["won is of what was disputed", "RESOLVED_SELLER_FAVOUR", "won", 400],
  ])("that was %s", (_, outcome_code, state, lost) => {
    const amount_refunded = { value: "1.50", currency_code: "USD" };
    const outcome = { outcome_code, amount_refunded };
    expect(
      read(DISPUTE, { ...resource, dispute_outcome: outcome }),
    ).toMatchObject({ state, amount: lost, withdrawn: 0 });
  });

  test("is open until it is resolved, whatever its outcome says", () => {
    const open = { ...resource, status: "UNDER_REVIEW", dispute_outcome };
    expect(read(DISPUTE, open)).toMatchObject({ state: "open" });
  });

  test("without a time was told now; without a name it is nothing", () => {
    const { update_time: _, ...timeless } = resource;
    expect(read(DISPUTE, timeless)).toMatchObject({ toldAt: NOW });
    expect(read(DISPUTE, { ...resource, dispute_id: 1 })).toBeNull();
  });
});

describe("a message about money that goes back", () => {
  const server = useServer();
  const LOOK = "GET /v2/payments/captures/C-1";
  const follow = (
    answers: Parameters<typeof payPalOf>[0],
    resource: object,
  ) => {
    const { client, calls } = payPalOf(answers);
    const services = createServices({
      db: server.db,
      site: testSite,
      providers: providersOf([sandbox]),
      now: () => NOW,
    });
    const event = { type: REFUNDED, resource };
    return { calls, followed: followAfterSale(services, client, event) };
  };

  test("without a capture asks PayPal for none", async () => {
    const { calls, followed } = follow({}, {});
    await followed;
    expect(calls).toEqual([]);
  });

  test.each([
    ["is not there", 404, {}],
    ["has no name", 200, {}],
    ["has a name that is none of ours", 200, { custom_id: "somebody's" }],
    ["names an order that is not here", 200, { custom_id: "A".repeat(22) }],
  ])("changes nothing where its capture %s", async (_, status, body) => {
    const { calls, followed } = follow(
      { [LOOK]: { status, body } },
      { id: "C-1" },
    );
    await followed;
    expect(calls).toEqual([LOOK]);
  });

  test("is dealt with later while PayPal does not say whose its capture is", async () => {
    const refused = { [LOOK]: { status: 403, body: {} } };
    const { followed } = follow(refused, { id: "C-1" });
    await expect(followed).rejects.toThrow("PayPal answers 403");
  });
});
