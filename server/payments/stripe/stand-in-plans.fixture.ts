import { newId } from "./stand-in-protocol.fixture.ts";
import { StripeBooks } from "./stand-in-books.fixture.ts";

/** What renews at the stand-in: periods that are paid or not, and what is changed of a plan. */
export class StripePlans extends StripeBooks {
  /**
   * A period ends, or was ended for another reason, and the next one is paid; answers the PaymentIntent. The end of that
   * one, in Unix seconds, is told by no message.
   */
  renew(
    subscription: string,
    amount: number,
    {
      currency = "usd",
      billing_reason = "subscription_cycle",
      current_period_end = 1_900_000_000,
      paid_at = 1_900_000_000,
    } = {},
  ): string {
    const [item] = Object(this.get(subscription)["items"]).data;
    const items = { data: [{ ...item, current_period_end }] };
    const thing = this.change(subscription, { items });
    const { invoice, intent } = this.bill(thing, amount, currency, {
      billing_reason,
      status_transitions: { paid_at },
    });
    this.charges.push({
      checkout: String(Object(thing["metadata"])["checkout_id"]),
      amount,
    });
    this.emit("invoice.paid", invoice);
    return intent.id;
  }

  /** The visitor has the first payment of a plan debited from a bank account, which takes days. */
  debit(session: string): void {
    const page = this.get(session);
    const customer = newId("cus");
    const subscription = this.add("sub", {
      object: "subscription",
      customer,
      default_payment_method: "pm_debit",
      metadata: { checkout_id: page["client_reference_id"] },
      ...this.running(page["line_items"]),
    });
    const amount = Number(page["amount_total"]);
    const { intent } = this.bill(
      subscription,
      amount,
      String(page["currency"]),
      { billing_reason: "subscription_create", amount_paid: 0 },
    );
    this.change(intent.id, { status: "processing", amount_received: 0 });
    const told = this.change(session, {
      status: "complete",
      customer,
      subscription: subscription.id,
    });
    this.emit("customer.subscription.created", subscription);
    this.emit("checkout.session.completed", told);
  }

  /** The bank pays what is debited; or it does not, and the plan goes on all the same. */
  finishDebit(session: string, isPaid: boolean): void {
    const intent = this.intentOf(session);
    if (!isPaid) {
      this.change(intent, { status: "requires_payment_method" });
      this.emit("checkout.session.async_payment_failed", this.get(session));
      return;
    }
    const { amount } = this.get(intent);
    this.change(intent, { status: "succeeded", amount_received: amount });
    const told = this.change(session, { payment_status: "paid" });
    this.charges.push({
      checkout: String(told["client_reference_id"]),
      amount: Number(amount),
    });
    this.emit("checkout.session.async_payment_succeeded", told);
  }

  /** A period ends, and the card is declined; the same invoice is tried again later. */
  failRenewal(subscription: string, amount: number, attempts = 1): void {
    const thing = this.change(subscription, { status: "past_due" });
    const invoice = this.add("in", {
      object: "invoice",
      amount_due: amount,
      amount_paid: 0,
      currency: "usd",
      billing_reason: "subscription_cycle",
      status_transitions: { paid_at: null },
      parent: {
        subscription_details: { metadata: thing["metadata"], subscription },
      },
    });
    for (let attempt_count = 1; attempt_count <= attempts; attempt_count += 1)
      this.emit("invoice.payment_failed", {
        ...invoice,
        attempt_count,
        next_payment_attempt:
          attempt_count === attempts ? null : 1_900_000_000 + attempt_count,
      });
    this.emit("customer.subscription.updated", thing);
  }

  cancel(subscription: string): void {
    this.emit(
      "customer.subscription.deleted",
      this.change(subscription, { status: "canceled" }),
    );
  }

  /** Somebody changes it in Stripe's own pages. */
  edit(subscription: string, fields: Record<string, unknown>): void {
    this.emit(
      "customer.subscription.updated",
      this.change(subscription, fields),
    );
  }

  /** It ends when the period that is paid for does. */
  cancelAtEnd(subscription: string): void {
    this.edit(subscription, { cancel_at_period_end: true });
  }

  /** Whether a customer has a plan in another currency, beside which none begins in this one. */
  protected hasOther(customer: unknown, currency: unknown): boolean {
    return this.all("sub").some(
      (one) =>
        one["customer"] === customer &&
        one["currency"] !== currency &&
        one["status"] !== "canceled",
    );
  }

  /** What renews of the lines of a sale. */
  protected running(lines: unknown) {
    const prices = Object.values(Object(lines))
      .map((line) => Object(Object(line)["price_data"]))
      .filter(({ recurring }) => recurring !== undefined);
    const data = prices.map(({ unit_amount, recurring, currency }) => ({
      id: "si",
      current_period_end: 1_900_000_000,
      quantity: 1,
      price: {
        unit_amount: Number(unit_amount),
        recurring: {
          interval: recurring.interval,
          interval_count: Number(recurring.interval_count),
        },
        currency,
      },
    }));
    const { currency } = Object(prices[0]);
    return { status: "trialing", items: { data }, currency };
  }
}
