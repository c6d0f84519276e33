import type { Call, Reply } from "./local-server.ts";

type Status =
  | "open"
  | "paid"
  | "declined"
  | "cancelled"
  | "needs_authentication"
  | "refunded";

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
    const path = call.path.replace(/^\/ai-api/, "");
    const [, area, name, id] = path.split("/");
    if (area === "visitor" && name === "initiate-checkout")
      return this.#initiate(call);
    if (area === "visitor" && name === "make-charge")
      return this.#charge(id ?? "");
    if (
      /^make-(checkout|stripe-checkout|stripe-subscription)$/.test(name ?? "")
    )
      return this.#open(call);
    if (area === "max-pay") return this.#form(call);
    if (name === "pay-pro-make-immediate-charge") return this.#atOnce(call);
    if (name === "checkout-status")
      return this.#status(call.query.get("checkout_id") ?? "");
    if (name === "purchases")
      return { body: { purchases: this.#purchases(), saved: this.saved } };
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
    if (known === undefined) return problem(404, "reference-unknown");
    const quote = [...this.#quotes.values()].at(-1);
    const checkout = known ?? this.#add(quote?.product ?? "", this.next);
    this.#byReference.set(reference, checkout);
    return charged(checkout);
  }

  #open(call: Call): Reply {
    const { product } = Object(call.body);
    return this.#once(call, product, "open", ({ checkout_id }) => ({
      body: { checkout_id, url: `/pay/${checkout_id}` },
    }));
  }

  #form(call: Call): Reply {
    const product = call.query.get("product_id") ?? "";
    return this.#once(call, product, "open", ({ checkout_id }) => {
      const fields = { order: checkout_id, submit: "x", signature: "s" };
      const formData = { action: "/max-pay/start", method: "POST", fields };
      return { body: { checkout_id, formData } };
    });
  }

  #atOnce(call: Call): Reply {
    if (!this.saved) return problem(404, "method-missing");
    const form = String(call.body);
    const product = /"product_code"\r\n\r\n(.*)\r\n/.exec(form)?.[1] ?? "";
    return this.#once(call, product, this.next, charged);
  }

  /** One checkout a key; the same key with another request is refused. */
  #once(
    { headers, path, body }: Call,
    product: string,
    status: Status,
    reply: (checkout: Checkout) => Reply,
  ): Reply {
    const key = String(headers["idempotency-key"]);
    const form = typeof body === "string";
    const text = `${path} ${product} ${form ? "" : JSON.stringify(body)}`;
    if (!this.#quotes.has(product)) return problem(409, "price-unconfirmed");
    const known = this.#byKey.get(key) ?? {
      body: text,
      checkout: this.#add(product, status),
    };
    if (known.body !== text) return problem(422, "key-reused");
    this.#byKey.set(key, known);
    return reply(known.checkout);
  }

  #status(id: string): Reply {
    const found = this.checkouts.find(({ checkout_id }) => checkout_id === id);
    if (found === undefined) return problem(404, "checkout-unknown");
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
        status: "paid",
        refunded: 0,
        paid_at: "2026-01-01T00:00:00Z",
        gift: null,
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

function charged({ checkout_id, status }: Checkout): Reply {
  const asks = status === "needs_authentication";
  const url = `/pay/${checkout_id}`;
  return { body: { checkout_id, status, ...(asks && { url }) } };
}

/** The server's word that a call has failed. */
export function problem(status: number, code: string): Reply {
  return { status, body: { type: `urn:problem:${code}`, status } };
}
