import { randomUUID } from "node:crypto";

import {
  type Answered,
  type Capture,
  type FakeDispute,
  type FakeOrder,
  type FakeRefund,
  problem,
  type Refusal,
  REFUSALS,
  unprocessable,
} from "./stand-in-things.fixture.ts";

/** The orders of the stand-in, and the money it has taken. */
export class PayPalBank {
  readonly orders = new Map<string, FakeOrder>();
  /** Messages that PayPal would send, as texts. */
  readonly events: string[] = [];
  /** What becomes of the next captures: a status, or the name of what is wrong. */
  next: "COMPLETED" | "PENDING" | "DECLINED" | Refusal = "COMPLETED";
  /** What becomes of refunds that are asked for by a call. */
  refundsAre: "COMPLETED" | "PENDING" = "COMPLETED";
  readonly refunds: FakeRefund[] = [];
  readonly #disputes = new Map<string, FakeDispute>();
  readonly #url: () => URL;
  /** How many messages there have been: each is a second later than the one before. */
  #told = 0;

  constructor(url: () => URL) {
    this.#url = url;
  }

  call(method: string, path: string, body: unknown): Answered {
    const [, taken, refund] =
      /^\/v2\/payments\/captures\/([^/]+)(\/refund)?$/.exec(path) ?? [];
    if (taken !== undefined)
      return refund === undefined
        ? this.#showCapture(taken)
        : this.#refundBy(taken, body);
    const [, refunded] = /^\/v2\/payments\/refunds\/([^/]+)$/.exec(path) ?? [];
    if (refunded !== undefined) return this.#findRefund(refunded);
    const [, id, capture] =
      /^\/v2\/checkout\/orders(?:\/([^/]+)(\/capture)?)?$/.exec(path) ?? [];
    if (method === "POST" && id === undefined) return this.#create(body);
    const order = this.orders.get(id ?? "");
    if (order === undefined)
      return { status: 404, body: problem("RESOURCE_NOT_FOUND") };
    if (method === "GET" && capture === undefined)
      return { status: 200, body: this.#show(order) };
    return method === "POST" && capture !== undefined
      ? this.#capture(order)
      : { status: 405, body: problem("METHOD_NOT_SUPPORTED") };
  }

  /** The visitor approves on PayPal's page. */
  approve(id: string): void {
    const order = this.get(id);
    order.status = "APPROVED";
    this.#tell("CHECKOUT.ORDER.APPROVED", this.#show(order));
  }

  /** What was pending is decided. */
  decide(id: string, status: "COMPLETED" | "DECLINED"): void {
    for (const capture of this.get(id).captures) {
      capture.status = status;
      this.#tellCapture(this.get(id), capture);
    }
  }

  /** Somebody gives money back in PayPal's own pages, or by a call. */
  refund(
    capture: string,
    value: string,
    {
      status = "COMPLETED",
      custom_id,
    }: { status?: string; custom_id?: unknown } = {},
  ): FakeRefund {
    const { order } = this.#captured(capture);
    const { currency_code } = order.amount;
    const refund: FakeRefund = {
      id: randomUUID().slice(0, 17).toUpperCase(),
      capture,
      status,
      amount: { currency_code, value },
      custom_id: custom_id ?? order.custom_id,
    };
    this.refunds.push(refund);
    this.#tell("PAYMENT.CAPTURE.REFUNDED", this.#showRefund(refund));
    return refund;
  }

  /** A refund that was on its way is paid out. */
  finishRefund(refund: FakeRefund): void {
    refund.status = "COMPLETED";
    this.#tell("PAYMENT.CAPTURE.REFUNDED", this.#showRefund(refund));
  }

  /** A refund could not be paid out after all. */
  failRefund(refund: FakeRefund): void {
    refund.status = "FAILED";
    this.#tell("PAYMENT.REFUND.FAILED", this.#showRefund(refund));
  }

  /** PayPal takes the money back by itself. */
  reverse(capture: string): void {
    const { order } = this.#captured(capture);
    const id = randomUUID().slice(0, 17).toUpperCase();
    const refund = {
      id,
      capture,
      status: "COMPLETED",
      amount: order.amount,
      custom_id: order.custom_id,
    };
    this.#tell("PAYMENT.CAPTURE.REVERSED", this.#showRefund(refund));
  }

  dispute(capture: string): string {
    const { order } = this.#captured(capture);
    const id = `PP-D-${this.#disputes.size + 1}`;
    this.#disputes.set(id, { id, capture, amount: order.amount });
    this.#tellDispute("CREATED", id, { status: "OPEN" });
    this.#tellDispute("UPDATED", id, { status: "UNDER_REVIEW" });
    return id;
  }

  resolve(dispute: string, outcome_code: string): void {
    const dispute_outcome = { outcome_code };
    this.#tellDispute("RESOLVED", dispute, {
      status: "RESOLVED",
      dispute_outcome,
    });
  }

  get(id: string): FakeOrder {
    const order = this.orders.get(id);
    if (order === undefined) throw new Error(`there is no order ${id}`);
    return order;
  }

  #captured(id: string) {
    for (const order of this.orders.values())
      for (const capture of order.captures)
        if (capture.id === id) return { order, capture };
    throw new Error(`there is no capture ${id}`);
  }

  #showCapture(id: string): Answered {
    const isKnown = [...this.orders.values()].some(({ captures }) =>
      captures.some((one) => one.id === id),
    );
    if (!isKnown) return { status: 404, body: problem("RESOURCE_NOT_FOUND") };
    const { order, capture } = this.#captured(id);
    const { custom_id } = order;
    return { status: 200, body: { ...capture, custom_id } };
  }

  #refundBy(capture: string, body: unknown): Answered {
    const { order } = this.#captured(capture);
    const { amount, custom_id } = Object(body);
    const back = this.refunds
      .filter((one) => one.capture === capture && one.status !== "FAILED")
      .reduce((sum, one) => sum + Number(one.amount.value), 0);
    if (Number(amount.value) + back > Number(order.amount.value) + 0.001)
      return unprocessable("REFUND_AMOUNT_EXCEEDED");
    const refund = this.refund(capture, String(amount.value), {
      status: this.refundsAre,
      custom_id,
    });
    return { status: 201, body: this.#showRefund(refund) };
  }

  #findRefund(id: string): Answered {
    const refund = this.refunds.find((one) => one.id === id);
    return refund === undefined
      ? { status: 404, body: problem("RESOURCE_NOT_FOUND") }
      : { status: 200, body: this.#showRefund(refund) };
  }

  #showRefund({ capture, ...refund }: FakeRefund) {
    const { href } = new URL(`/v2/payments/captures/${capture}`, this.#url());
    return { ...refund, links: [{ href, rel: "up", method: "GET" }] };
  }

  #tellDispute(
    what: string,
    dispute_id: string,
    fields: Readonly<Record<string, unknown>>,
  ): void {
    const dispute = this.#disputes.get(dispute_id);
    if (dispute === undefined) throw new Error(`there is no ${dispute_id}`);
    this.#tell(`CUSTOMER.DISPUTE.${what}`, {
      dispute_id,
      reason: "UNAUTHORISED",
      dispute_amount: dispute.amount,
      disputed_transactions: [{ seller_transaction_id: dispute.capture }],
      ...fields,
    });
  }

  #create(body: unknown): Answered {
    const { intent, purchase_units } = Object(body);
    const unit = Object(Object(purchase_units)[0]);
    const { currency_code, value } = Object(unit.amount);
    if (intent !== "CAPTURE" || typeof unit.custom_id !== "string")
      return { status: 400, body: problem("INVALID_REQUEST") };
    const decimals = currency_code === "JPY" ? /^\d+$/ : /^\d+\.\d\d$/;
    if (!decimals.test(String(value)))
      return unprocessable("DECIMAL_PRECISION");
    const order: FakeOrder = {
      id: randomUUID().replaceAll("-", "").slice(0, 17).toUpperCase(),
      status: "PAYER_ACTION_REQUIRED",
      custom_id: unit.custom_id,
      amount: { currency_code: String(currency_code), value: String(value) },
      asked: body,
      captures: [],
    };
    this.orders.set(order.id, order);
    return { status: 200, body: this.#show(order) };
  }

  #capture(order: FakeOrder): Answered {
    if (order.captures.length > 0)
      return unprocessable("ORDER_ALREADY_CAPTURED");
    if (order.status !== "APPROVED") return unprocessable("ORDER_NOT_APPROVED");
    const refusal = REFUSALS.find((one) => one === this.next);
    if (refusal !== undefined) return unprocessable(refusal);
    const capture = {
      id: randomUUID(),
      status: this.next,
      amount: order.amount,
    };
    order.captures.push(capture);
    order.status = "COMPLETED";
    this.#tellCapture(order, capture);
    return { status: 201, body: this.#show(order) };
  }

  #show({ id, status, custom_id, amount, captures }: FakeOrder) {
    const payments = captures.length === 0 ? {} : { payments: { captures } };
    const page = new URL(`/checkoutnow?token=${id}`, this.#url());
    return {
      id,
      status,
      intent: "CAPTURE",
      purchase_units: [{ custom_id, amount, ...payments }],
      links: [
        {
          href: new URL(`/v2/checkout/orders/${id}`, this.#url()).href,
          rel: "self",
          method: "GET",
        },
        { href: page.href, rel: "payer-action", method: "GET" },
      ],
    };
  }

  #tellCapture({ id, custom_id }: FakeOrder, capture: Capture): void {
    const type = capture.status === "DECLINED" ? "DENIED" : capture.status;
    this.#tell(`PAYMENT.CAPTURE.${type}`, {
      ...capture,
      custom_id,
      supplementary_data: { related_ids: { order_id: id } },
    });
  }

  #tell(event_type: string, about: object): void {
    const id = `WH-${randomUUID()}`;
    const seconds = Date.UTC(2030, 0, 1) / 1_000 + (this.#told += 1);
    const update_time = new Date(seconds * 1_000).toISOString();
    const resource = { ...about, update_time };
    // With spaces, as texts come that nobody has written anew.
    this.events.push(JSON.stringify({ id, event_type, resource }, null, 1));
  }
}
