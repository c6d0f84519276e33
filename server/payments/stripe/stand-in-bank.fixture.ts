import {
  type Answered,
  failure,
  type Form,
  newId,
} from "./stand-in-protocol.fixture.ts";
import type { Thing } from "./stand-in-books.fixture.ts";
import { StripePlans } from "./stand-in-plans.fixture.ts";

/** Cards of the stand-in: what a bank does when they are charged while nobody looks on. */
export type FakeCard =
  | "pm_good"
  | "pm_declined"
  | "pm_authenticate"
  | "pm_pending";

const AUTHENTICATION_FAILED = "payment_intent_authentication_failure";

const found = (body: unknown): Answered => ({ status: 200, body });
const missing: Answered = {
  status: 404,
  body: failure("invalid_request_error", "resource_missing"),
};

const invalid = (code: string): Answered => ({
  status: 400,
  body: failure("invalid_request_error", code),
});

/** What the stand-in remembers: sessions, payments, subscriptions, the money taken, and the messages it would send. */
export class StripeBank extends StripePlans {
  /** What happens just before a session is ended, and what is answered in place of that. */
  beforeExpiry: (session: string) => Answered | null = () => null;
  /** What no answer leaves before. */
  meanwhile: Promise<unknown> = Promise.resolve();

  call(method: string, path: string, form: Form): Answered {
    const [, , kind = "", ...rest] = path.split("/");
    const [id = "", verb = ""] = kind === "checkout" ? rest.slice(1) : rest;
    if (method === "GET" && id === "") return found(this.list(kind, form));
    if (method === "GET") {
      const thing = this.things.get(id);
      return thing === undefined ? missing : found(this.expanded(thing));
    }
    if (method === "DELETE" && kind === "subscriptions") {
      this.cancel(id);
      return found(this.get(id));
    }
    switch (`${kind} ${id === "" ? "create" : verb}`) {
      case "products create":
        return this.createProduct(form);
      case "products ":
        return found(this.change(id, form));
      case "checkout create":
        return found(this.createSession(form));
      case "checkout ":
        return this.noteWithOpen(id, form);
      case "checkout expire":
        return this.beforeExpiry(id) ?? this.expireOpen(id);
      case "payment_intents create":
        return this.charge(form);
      case "payment_intents confirm":
        return found(this.ask(id));
      case "payment_intents cancel":
        return this.cancelIntent(id);
      case "subscriptions create":
        return this.subscribe(form);
      case "subscriptions ":
        this.edit(id, {
          cancel_at_period_end: form["cancel_at_period_end"] === "true",
        });
        return found(this.get(id));
      case "refunds create":
        return this.createRefund(form);
      default:
        return missing;
    }
  }

  /** What was entered is the bank's to decide on, which takes days for some methods. */
  wait(session: string): void {
    this.change(session, { status: "complete" });
  }

  /** The visitor pays on the hosted page. */
  pay(session: string, card: FakeCard = "pm_good"): void {
    const thing = this.get(session);
    const checkout = String(thing["client_reference_id"]);
    const amount = Number(thing["amount_total"]);
    const customer = String(thing["customer"] ?? newId("cus"));
    this.charges.push({ checkout, amount });
    const paid = { status: "complete", payment_status: "paid", customer };
    if (thing["mode"] === "subscription") {
      const subscription = this.add("sub", {
        object: "subscription",
        customer,
        default_payment_method: card,
        metadata: { checkout_id: checkout },
        ...this.running(thing["line_items"]),
      });
      this.bill(subscription, amount, String(thing["currency"]));
      this.change(session, { ...paid, subscription: subscription.id });
      this.emit("customer.subscription.created", subscription);
    } else {
      const intent = this.add("pi", {
        object: "payment_intent",
        amount,
        amount_received: amount,
        currency: thing["currency"],
        customer,
        payment_method: card,
        status: "succeeded",
        metadata: { checkout_id: checkout },
      });
      this.change(session, { ...paid, payment_intent: intent.id });
      this.emit("payment_intent.succeeded", intent);
    }
    this.emit("checkout.session.completed", this.get(session));
  }

  /** Stripe takes the money of a checkout once more, by a payment of its own. */
  chargeAgain(checkout: string): void {
    const paid = this.all("pi").find(
      ({ metadata, status }) =>
        status === "succeeded" && Object(metadata)["checkout_id"] === checkout,
    );
    if (paid === undefined) throw new Error(`nobody has paid for ${checkout}`);
    const { id: _, ...fields } = paid;
    this.charges.push({ checkout, amount: Number(fields["amount"]) });
    this.emit("payment_intent.succeeded", this.add("pi", fields));
  }

  /** The visitor's bank has asked them, and they said yes or no. */
  authenticate(intent: string, agrees: boolean): void {
    this.finish(intent, agrees ? null : AUTHENTICATION_FAILED);
  }

  /** What a bank was still at work on is taken; or is not, for a reason. */
  finish(intent: string, refusal: string | null): void {
    const { amount, metadata } = this.get(intent);
    if (refusal === null)
      this.charges.push({
        checkout: String(Object(metadata)["checkout_id"]),
        amount: Number(amount),
      });
    const thing = this.change(
      intent,
      refusal === null
        ? { status: "succeeded", amount_received: amount }
        : {
            status: "requires_payment_method",
            last_payment_error: { code: refusal },
          },
    );
    const what = refusal === null ? "succeeded" : "payment_failed";
    this.emit(`payment_intent.${what}`, thing);
  }

  expire(session: string): Thing {
    const thing = this.change(session, { status: "expired", url: null });
    this.emit("checkout.session.expired", thing);
    return thing;
  }

  /** Only what is open can be ended. */
  private expireOpen(session: string): Answered {
    return this.isOpen(session)
      ? found(this.expire(session))
      : invalid("not_open");
  }

  /** What is noted comes beside what was. */
  private noteWithOpen(session: string, { metadata }: Form): Answered {
    if (!this.isOpen(session)) return invalid("not_open");
    const noted = {
      ...Object(this.get(session)["metadata"]),
      ...Object(metadata),
    };
    return found(this.change(session, { metadata: noted }));
  }

  private isOpen(session: string): boolean {
    return this.get(session)["status"] === "open";
  }

  private createSession(form: Form): Thing {
    const items = Object.values(Object(form["line_items"])).map((item) =>
      Object(Object(item)["price_data"]),
    );
    const today = items.filter((price) => price["recurring"] === undefined);
    const thing = this.add("cs", {
      object: "checkout.session",
      ...form,
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      subscription: null,
      customer: form["customer"] ?? null,
      amount_total: today.reduce(
        (sum, price) => sum + Number(price["unit_amount"]),
        0,
      ),
      currency: String(items[0]?.["currency"]),
    });
    return this.change(
      thing.id,
      form["ui_mode"] === "elements"
        ? { url: null, client_secret: `${thing.id}_secret` }
        : { url: `https://checkout.stripe.example/${thing.id}` },
    );
  }

  private charge(form: Form): Answered {
    const intent = this.add("pi", {
      object: "payment_intent",
      ...form,
      amount: Number(form["amount"]),
      amount_received: 0,
    });
    const refused = this.refusal(String(form["payment_method"]));
    if (refused !== null) {
      const thing = this.change(intent.id, {
        status: "requires_payment_method",
        last_payment_error: { code: refused },
      });
      this.emit("payment_intent.payment_failed", thing);
      return this.cardError(refused, thing);
    }
    if (form["payment_method"] === "pm_pending")
      return found(this.change(intent.id, { status: "processing" }));
    this.charges.push({
      checkout: String(Object(form["metadata"])["checkout_id"]),
      amount: Number(form["amount"]),
    });
    const taken = { status: "succeeded", amount_received: intent["amount"] };
    const thing = this.change(intent.id, taken);
    this.emit("payment_intent.succeeded", thing);
    return found(thing);
  }

  private subscribe(form: Form): Answered {
    const running = this.running(form["items"]);
    if (this.hasOther(form["customer"], running.currency))
      return invalid("mixed");
    const refused = this.refusal(String(form["default_payment_method"]));
    if (refused !== null) return this.cardError(refused);
    const added = Object.values(Object(form["add_invoice_items"]));
    const price = Object(Object(added[0])["price_data"]);
    const thing = this.add("sub", {
      object: "subscription",
      ...form,
      ...running,
    });
    this.bill(thing, Number(price["unit_amount"]), String(price["currency"]));
    this.charges.push({
      checkout: String(Object(form["metadata"])["checkout_id"]),
      amount: Number(price["unit_amount"]),
    });
    this.emit("customer.subscription.created", thing);
    return found(thing);
  }

  /** What a bank is at work on, or has taken, cannot be cancelled. */
  private cancelIntent(id: string): Answered {
    const { status } = this.get(id);
    return status === "processing" || status === "succeeded"
      ? invalid("payment_intent_unexpected_state")
      : found(this.change(id, { status: "canceled" }));
  }

  private ask(intent: string): Thing {
    return this.change(intent, {
      status: "requires_action",
      next_action: {
        type: "redirect_to_url",
        redirect_to_url: { url: `https://hooks.stripe.example/${intent}` },
      },
    });
  }

  private refusal(card: string): string | null {
    if (card === "pm_authenticate") return "authentication_required";
    return card === "pm_declined" ? "card_declined" : null;
  }

  private cardError(code: string, payment_intent?: Thing): Answered {
    const more = { payment_intent };
    return { status: 402, body: failure("card_error", code, more) };
  }
}
