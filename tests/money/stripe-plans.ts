import { subscribe } from "../../server/payments/stripe/shop.fixture.ts";
import type { FakeStripe } from "../../server/payments/stripe/stand-in.fixture.ts";
import type { Visitor } from "../../server/testing/calls.ts";
import type { Listed, Shop } from "./driver.ts";
import type { ListedPlan, PlanDriver, Sale } from "./plan-driver.ts";
import { intentListed } from "./stripe-driver.ts";

const PERIOD_S = 28 * 86_400;
const RENEWAL = 2_999;
const DEARER = 4_900;

/** Plans on Stripe's page, and what is done to them in its dashboard. */
export function stripePlans(
  shop: Shop,
  stripe: () => FakeStripe,
  sale: Sale,
): PlanDriver {
  const books = new PlanBooks(shop, stripe);
  return {
    cancels: true,
    refund: sale.refund,
    dispute: sale.dispute,
    decide: sale.decide,
    takeMessages: sale.takeMessages,
    loseAnswers: sale.loseAnswers,
    buy: (visitor) => books.buy(visitor),
    renew: (order) => books.renew(order),
    decline: (order) => {
      if (!books.isOver(order))
        stripe().bank.failRenewal(books.nameOf(order), RENEWAL);
    },
    end: (order, when) => books.end(order, when),
    edit: (order, what) => books.edit(order, what),
    failRefund: (intent) => books.failRefund(intent),
    listed: (order) => books.listed(order),
    plan: (order) => books.plan(order),
    stillRenews: () => false,
    afterEnd: () => 0,
  };
}

interface Sold {
  readonly subscription: string;
  /** PaymentIntents, that of the sale first. */
  readonly intents: string[];
}

class PlanBooks {
  readonly #shop: Shop;
  readonly #stripe: () => FakeStripe;
  readonly #sold = new Map<string, Sold>();

  constructor(shop: Shop, stripe: () => FakeStripe) {
    this.#shop = shop;
    this.#stripe = stripe;
  }

  async buy(visitor: Visitor): Promise<string> {
    const { id, session } = await subscribe(visitor);
    const { bank } = this;
    bank.pay(session);
    const subscription = String(bank.get(session)["subscription"]);
    this.#sold.set(id, { subscription, intents: [bank.intentOf(session)] });
    const item = { ...this.#item(id), current_period_end: this.#periodEnd() };
    bank.edit(subscription, { items: { data: [item] } });
    return id;
  }

  /** Nothing while it is paused, or once it ends. */
  renew(order: string): void {
    const { subscription, intents } = this.#get(order);
    const { goesOn, isPaused, amount } = this.plan(order);
    if (!goesOn || isPaused) return;
    const paid_at = this.#now();
    const current_period_end = this.#periodEnd();
    this.bank.edit(subscription, { status: "active" });
    const times = { paid_at, current_period_end };
    intents.push(this.bank.renew(subscription, amount, times));
  }

  end(order: string, when: "later" | "now"): void {
    if (this.isOver(order)) return;
    if (when === "later") this.bank.cancelAtEnd(this.nameOf(order));
    else this.bank.cancel(this.nameOf(order));
  }

  edit(order: string, what: "resume" | "pause" | "price"): void {
    if (this.isOver(order)) return;
    const item = this.#item(order);
    const price = { ...item.price, unit_amount: DEARER };
    const fields = {
      price: { items: { data: [{ ...item, price }] } },
      pause: { pause_collection: { behavior: "void" } },
      resume: { pause_collection: null, cancel_at_period_end: false },
    };
    this.bank.edit(this.nameOf(order), fields[what]);
  }

  failRefund(intent: string): void {
    const made = [...this.bank.things.values()].find(
      (one) =>
        one["object"] === "refund" &&
        one["payment_intent"] === intent &&
        one["status"] === "succeeded",
    );
    if (made !== undefined) this.bank.failRefund(made.id);
  }

  listed(order: string): readonly Listed[] {
    const { intents } = this.#get(order);
    return intents.map((intent) => intentListed(this.bank, intent));
  }

  plan(order: string): ListedPlan {
    const plan = this.bank.get(this.nameOf(order));
    const { status, cancel_at_period_end, pause_collection } = plan;
    const isOver = status === "canceled";
    const isDue = status === "past_due";
    return {
      status: isOver ? "cancelled" : isDue ? "past_due" : "active",
      goesOn: !isOver && cancel_at_period_end !== true,
      isPaused: Boolean(pause_collection),
      amount: Number(this.#item(order).price.unit_amount),
    };
  }

  isOver(order: string): boolean {
    return this.plan(order).status === "cancelled";
  }

  nameOf(order: string): string {
    return this.#get(order).subscription;
  }

  get bank() {
    return this.#stripe().bank;
  }

  #get(order: string): Sold {
    const sold = this.#sold.get(order);
    if (sold === undefined) throw new Error(`nobody has bought ${order}`);
    return sold;
  }

  #item(order: string) {
    const { items } = this.bank.get(this.nameOf(order));
    return Object(Object(items).data[0]);
  }

  #now(): number {
    return Math.floor(this.#shop.clock.ms / 1_000);
  }

  #periodEnd(): number {
    return this.#now() + PERIOD_S;
  }
}
