import type { Call, Reply } from "../api/local-server.fixture.ts";

type Status =
  "open" | "paid" | "declined" | "cancelled" | "needs_authentication";

interface Checkout {
  readonly checkout_id: string;
  readonly product: string;
  readonly amount: number;
  readonly currency: string;
  status: Status;
}

/** What the server does with payments, as far as the client can tell: keys, references and outcomes. */
export class Bank {
  /** Whether a payment method is saved. */
  saved = false;
  /** What becomes of the next charge. */
  next: Status = "paid";
  readonly checkouts: Checkout[] = [];
  /** Called before each answer; a reply of its own replaces the bank's, but what the bank did is done. */
  disturb: (call: Call) => Reply | null = () => null;
  readonly #quotes = new Map<
    string,
    { product: string; price: number; currency: string }
  >();
  readonly #byKey = new Map<string, { body: string; checkout: Checkout }>();
  readonly #byReference = new Map<string, Checkout | null>();

  /** A new day: nothing is known. */
  open(): void {
    this.saved = false;
    this.next = "paid";
    this.disturb = () => null;
    this.checkouts.length = 0;
    for (const known of [this.#quotes, this.#byKey, this.#byReference])
      known.clear();
  }

  readonly answer = (call: Call): Reply => {
    const reply = this.#reply(call);
    return this.disturb(call) ?? reply;
  };

  /** How often money was asked for. */
  get charges(): number {
    return this.checkouts.filter(({ status }) => status === "paid").length;
  }

  #reply(call: Call): Reply {
    const [, area, name, id] = call.path.split("/");
    if (area === "visitor" && name === "initiate-checkout")
      return this.#initiate(call);
    if (area === "visitor" && name === "make-charge")
      return this.#charge(id ?? "");
    if (name === "make-stripe-checkout" || name === "make-stripe-subscription")
      return this.#open(call);
    if (name === "checkout-status")
      return this.#status(call.query.get("checkout_id") ?? "");
    if (name === "purchases") return { body: { purchases: this.#purchases() } };
    return {
      body: { visitor_id: "v-1", is_new_visitor: false, contact_info: {} },
    };
  }

  #initiate({ body }: Call): Reply {
    const { product, price, currency, event_id } = Object(body);
    this.#quotes.set(product, { product, price, currency });
    const reference = this.saved ? `r-${event_id}` : null;
    if (reference !== null && !this.#byReference.has(reference)) {
      this.#byReference.set(reference, null);
    }
    return { body: { event_id, reference } };
  }

  #charge(reference: string): Reply {
    const known = this.#byReference.get(reference);
    if (known === undefined) return { status: 404 };
    const quote = [...this.#quotes.values()].at(-1);
    const checkout = known ?? this.#add(quote?.product ?? "", this.next);
    this.#byReference.set(reference, checkout);
    const { checkout_id, status } = checkout;
    return {
      body: {
        checkout_id,
        status,
        ...(status === "needs_authentication" && {
          url: `/pay/${checkout_id}`,
        }),
      },
    };
  }

  #open({ headers, body }: Call): Reply {
    const key = String(headers["idempotency-key"]);
    const text = JSON.stringify(body);
    const { product } = Object(body);
    if (!this.#quotes.has(product)) return { status: 409 };
    const known = this.#byKey.get(key) ?? {
      body: text,
      checkout: this.#add(product, "open"),
    };
    if (known.body !== text) return { status: 422 };
    this.#byKey.set(key, known);
    const { checkout_id } = known.checkout;
    return { body: { checkout_id, url: `/pay/${checkout_id}` } };
  }

  #status(id: string): Reply {
    const found = this.checkouts.find(({ checkout_id }) => checkout_id === id);
    if (found === undefined) return { status: 404 };
    const waits =
      found.status === "open" || found.status === "needs_authentication";
    return { body: { ...found, ...(waits && { url: `/pay/${id}` }) } };
  }

  #purchases() {
    return this.checkouts
      .filter(({ status }) => status === "paid")
      .map(({ checkout_id, product, amount, currency }) => ({
        checkout_id,
        product,
        amount,
        currency,
        name: product,
        renewal: null,
        paid_at: "2026-01-01T00:00:00Z",
      }));
  }

  #add(product: string, status: Status): Checkout {
    const { price: amount = 0, currency = "USD" } =
      this.#quotes.get(product) ?? {};
    const checkout = {
      checkout_id: `c-${this.checkouts.length + 1}`,
      product,
      amount,
      currency,
      status,
    };
    this.checkouts.push(checkout);
    return checkout;
  }
}
