import { randomUUID } from "node:crypto";

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

interface Amount {
  readonly currency_code: string;
  readonly value: string;
}
export interface Capture {
  readonly id: string;
  status: string;
  amount: Amount;
}
export interface FakeOrder {
  readonly id: string;
  status: string;
  readonly custom_id: string;
  amount: Amount;
  /** As it was asked for. */
  readonly asked: unknown;
  readonly captures: Capture[];
}

/** An error as PayPal words it. */
export function problem(name: string, issue?: string) {
  return { name, ...(issue !== undefined && { details: [{ issue }] }) };
}

const unprocessable = (issue: string): Answered => ({
  status: 422,
  body: problem("UNPROCESSABLE_ENTITY", issue),
});

/** The orders of the stand-in, and the money it has taken. */
export class PayPalBank {
  readonly orders = new Map<string, FakeOrder>();
  /** Messages that PayPal would send, as texts. */
  readonly events: string[] = [];
  /** What becomes of the next captures: a status, or the name of what is wrong. */
  next: "COMPLETED" | "PENDING" | "DECLINED" | "INSTRUMENT_DECLINED" =
    "COMPLETED";
  readonly #url: () => URL;

  constructor(url: () => URL) {
    this.#url = url;
  }

  call(method: string, path: string, body: unknown): Answered {
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

  get(id: string): FakeOrder {
    const order = this.orders.get(id);
    if (order === undefined) throw new Error(`there is no order ${id}`);
    return order;
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
    if (this.next === "INSTRUMENT_DECLINED")
      return unprocessable("INSTRUMENT_DECLINED");
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

  #tell(event_type: string, resource: unknown): void {
    const id = `WH-${randomUUID()}`;
    // With spaces, as texts come that nobody has written anew.
    this.events.push(JSON.stringify({ id, event_type, resource }, null, 1));
  }
}
