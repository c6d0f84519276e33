import {
  type Answered,
  CARD,
  failure,
  type Form,
  newId,
} from "./stand-in-protocol.fixture.ts";

export type Thing = Record<string, unknown> & { id: string };

const found = (body: unknown): Answered => ({ status: 200, body });

/** How ids begin, by what is listed. */
const PREFIXES: Readonly<Record<string, string>> = {
  refunds: "re",
  invoices: "in",
  invoice_payments: "inpay",
  payment_intents: "pi",
  subscriptions: "sub",
};

/** The stand-in's books: what there is, the money taken and given back, and what happens after a sale. */
export class StripeBooks {
  readonly things = new Map<string, Thing>();
  /** One line for each time that money was taken: what for, and how much. */
  readonly charges: { readonly checkout: string; readonly amount: number }[] =
    [];
  /** Messages in the order in which things happened, as text. */
  readonly events: string[] = [];
  /** What becomes of refunds that are asked for by a call. */
  refundsAre: "succeeded" | "pending" = "succeeded";
  /** Unix seconds. */
  now = (): number => 1_900_000_000;
  /** When the last message was made: each is a second later than the one before. */
  #told = 0;

  /** The PaymentIntent by which a session or a first invoice was paid. */
  intentOf(session: string): string {
    const { payment_intent, subscription } = this.get(session);
    if (payment_intent !== null) return String(payment_intent);
    const first = this.all("inpay").find(
      (one) =>
        this.get(String(one["invoice"]))["subscription"] === subscription,
    );
    return String(Object(first?.["payment"])["payment_intent"]);
  }

  /** Somebody gives money back in Stripe's own pages, or by a call; a card is refunded at once. */
  refund(
    intent: string,
    amount: number,
    metadata: unknown = {},
    status = "succeeded",
  ): Thing {
    const { currency } = this.get(intent);
    const refund = this.add("re", {
      object: "refund",
      amount,
      currency,
      payment_intent: intent,
      charge: `ch_${intent}`,
      metadata,
      reason: null,
      status,
      created: this.now(),
    });
    this.emit("refund.created", refund);
    this.emit("charge.refunded", this.chargeOf(intent));
    return refund;
  }

  /** A refund that was on its way is paid out. */
  finishRefund(refund: string): void {
    this.emit("refund.updated", this.change(refund, { status: "succeeded" }));
  }

  /** A refund could not be paid out after all. */
  failRefund(refund: string): void {
    const failed = {
      status: "failed",
      failure_reason: "expired_or_canceled_card",
    };
    this.emit("refund.failed", this.change(refund, failed));
  }

  /** The visitor's bank wants back what has not gone back yet. */
  dispute(intent: string): string {
    const { amount: paid, currency } = this.get(intent);
    const amount = Number(paid) - this.returned(intent);
    const dispute = this.add("dp", {
      object: "dispute",
      amount,
      currency,
      payment_intent: intent,
      charge: `ch_${intent}`,
      reason: "fraudulent",
      status: "needs_response",
    });
    this.emit("charge.dispute.created", dispute);
    this.emit("charge.dispute.funds_withdrawn", dispute);
    return dispute.id;
  }

  decide(dispute: string, status: "won" | "lost"): void {
    const thing = this.change(dispute, { status });
    if (status === "won") this.emit("charge.dispute.funds_reinstated", thing);
    this.emit("charge.dispute.closed", thing);
  }

  /** What Stripe's list says went back of a payment: refunds that did not fail, and disputes that were lost. */
  returned(intent: string): number {
    return ["re", "dp"]
      .flatMap((prefix) => this.all(prefix))
      .filter((one) => one["payment_intent"] === intent)
      .filter(({ status }) => status === "succeeded" || status === "lost")
      .reduce((sum, { amount }) => sum + Number(amount), 0);
  }

  get(id: string): Thing {
    const thing = this.things.get(id);
    if (thing === undefined) throw new Error(`there is no ${id}`);
    return thing;
  }

  protected list(kind: string, form: Form): unknown {
    const wanted = Object.entries(form).filter(
      ([name]) => !/^(limit|expand|starting_after|payment|status)$/.test(name),
    );
    const intent = Object(form["payment"])["payment_intent"];
    const data = this.all(PREFIXES[kind] ?? "")
      .toReversed()
      .filter((one) => wanted.every(([name, value]) => one[name] === value))
      .filter(
        (one) =>
          intent === undefined ||
          Object(one["payment"])["payment_intent"] === intent,
      )
      .map((one) =>
        kind === "invoice_payments" && form["expand"] !== undefined
          ? { ...one, invoice: this.get(String(one["invoice"])) }
          : one,
      );
    return { object: "list", data, has_more: false };
  }

  protected createProduct(form: Form): Answered {
    const id = String(form["id"]);
    const refused = !/^[\w-]+$/.test(id)
      ? "parameter_invalid_string"
      : this.things.has(id) && "resource_already_exists";
    if (refused !== false)
      return { status: 400, body: failure("invalid_request_error", refused) };
    return found(this.keep({ id, object: "product", name: form["name"] }));
  }

  protected createRefund(form: Form): Answered {
    const intent = String(form["payment_intent"]);
    const amount = Number(form["amount"]);
    const left = Number(this.get(intent)["amount"]) - this.returned(intent);
    const code = this.#isDisputed(intent)
      ? "charge_disputed"
      : left === 0
        ? "charge_already_refunded"
        : "amount_too_large";
    if (code === "charge_disputed" || amount > left)
      return { status: 400, body: failure("invalid_request_error", code) };
    const { metadata } = form;
    return found(this.refund(intent, amount, metadata, this.refundsAre));
  }

  /** While a bank decides, and once it has decided for its customer, nothing can be given back any more. */
  #isDisputed(intent: string): boolean {
    return this.all("dp").some(
      (one) => one["payment_intent"] === intent && one["status"] !== "won",
    );
  }

  /** An invoice of a subscription that is paid, by a PaymentIntent that knows nothing of us. */
  protected bill(
    { id: subscription, metadata, customer }: Thing,
    amount: number,
    currency: string,
    more: Readonly<Record<string, unknown>> = {
      billing_reason: "subscription_create",
    },
  ) {
    const intent = this.add("pi", {
      object: "payment_intent",
      amount,
      amount_received: amount,
      currency,
      customer,
      status: "succeeded",
      metadata: {},
    });
    const invoice = this.add("in", {
      object: "invoice",
      amount_paid: amount,
      currency,
      subscription,
      created: 1_900_000_000,
      status_transitions: { paid_at: 1_900_000_000 },
      parent: { subscription_details: { metadata, subscription } },
      ...more,
    });
    this.add("inpay", {
      object: "invoice_payment",
      invoice: invoice.id,
      payment: { type: "payment_intent", payment_intent: intent.id },
    });
    return { invoice, intent };
  }

  protected chargeOf(intent: string): Thing {
    const amount_refunded = this.returned(intent);
    return {
      id: `ch_${intent}`,
      object: "charge",
      payment_intent: intent,
      amount_refunded,
    };
  }

  protected all(prefix: string): readonly Thing[] {
    return [...this.things.values()].filter(({ id }) =>
      id.startsWith(`${prefix}_`),
    );
  }

  protected add(prefix: string, fields: Record<string, unknown>): Thing {
    return this.keep({ ...fields, id: newId(prefix) });
  }

  /** With what Stripe would expand on demand. */
  protected expanded(thing: Thing): Thing {
    const fields = Object.entries(thing).map(([name, value]) => {
      const inner =
        name === "payment_intent" || name === "subscription"
          ? this.things.get(String(value))
          : undefined;
      const isMethod = /^(default_)?payment_method$/.test(name);
      return [
        name,
        isMethod && typeof value === "string"
          ? { id: value, object: "payment_method", card: CARD }
          : inner === undefined
            ? value
            : this.expanded(inner),
      ] as const;
    });
    return { ...Object.fromEntries(fields), id: thing.id };
  }

  protected change(id: string, fields: Record<string, unknown>): Thing {
    return this.keep({ ...this.get(id), ...fields });
  }

  protected keep(thing: Thing): Thing {
    this.things.set(thing.id, thing);
    return thing;
  }

  protected emit(type: string, object: Thing): void {
    this.events.push(
      JSON.stringify({
        id: newId("evt"),
        object: "event",
        type,
        created: (this.#told = Math.max(this.#told + 1, this.now())),
        data: { object },
      }),
    );
  }
}
