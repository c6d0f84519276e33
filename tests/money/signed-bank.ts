import { createServer } from "node:http";
import { once } from "node:events";
import { bodyOf } from "../../server/testing/request-body.ts";
import { type Listed, stateOf } from "./driver.ts";

type Fields = Readonly<Record<string, string>>;

interface Taken {
  readonly kind: "payment" | "renewal";
  readonly transaction: string;
  readonly order: string;
  readonly amount: number;
  refunded: number;
  readonly disputes: ("open" | "won" | "lost")[];
}

/** What is left of a period when somebody cancels. */
const LEFT_S = 20 * 3_600;

/** A stand-in for MaxPay or PayPro: what it took for each order, its calls, and the messages about it. */
export class SignedBank {
  readonly taken: Taken[] = [];
  /** Messages, as fields without time and signature. */
  readonly messages: Fields[] = [];
  losesAnswers = false;
  /** All that happened, as its status call lists it. */
  readonly #events: Fields[] = [];
  /** By the names that refunds were asked for under. */
  readonly #refunds = new Map<string, string>();
  /** Unix seconds: everything happens at a second of its own. */
  #happened = 0;
  readonly #now: () => number;

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes money for an order. */
  take(order: string, amount: number, kind: Taken["kind"] = "payment"): string {
    const transaction = `t-${this.#next()}`;
    const disputes: Taken["disputes"] = [];
    const told = { kind, transaction, amount };
    this.taken.push({ ...told, order, refunded: 0, disputes });
    this.#tell(order, { ...told, status: "approved" });
    return transaction;
  }

  /** A try to renew that fails. */
  decline(order: string): void {
    const transaction = `f-${this.#next()}`;
    this.#tell(order, { kind: "renewal", status: "declined", transaction });
  }

  /** The plan is over, or ends when its period does; answers when that is, in Unix seconds. */
  cancel(order: string, when: "later" | "now"): number | undefined {
    const transaction = `c-${this.#next()}`;
    const ends = when === "now" ? undefined : this.#happened + LEFT_S;
    this.#tell(order, {
      kind: "renewal",
      status: "cancelled",
      transaction,
      ...(ends !== undefined && { ends }),
    });
    return ends;
  }

  /** All that happened to an order, in its order. */
  eventsOf(order: string): readonly Fields[] {
    return this.#events.filter((one) => one["order"] === order);
  }

  /** `refund`: the name under which it was asked for. */
  refund(of: string, amount: number, refund?: string): string {
    const taken = this.#find(of);
    taken.refunded += amount;
    const transaction = `r-${this.#next()}`;
    const named = refund === undefined ? {} : { refund };
    const told = {
      kind: "refund",
      status: "approved",
      transaction,
      of,
      of_kind: taken.kind,
      amount,
    };
    this.#tell(taken.order, { ...told, ...named });
    return transaction;
  }

  dispute(of: string): void {
    const taken = this.#find(of);
    taken.disputes.push("open");
    this.#tellDispute(taken, "opened");
  }

  decide(of: string, outcome: "won" | "lost"): void {
    const taken = this.#find(of);
    taken.disputes[taken.disputes.length - 1] = outcome;
    this.#tellDispute(taken, outcome);
  }

  listed(order: string): readonly Listed[] {
    return this.taken
      .filter((one) => one.order === order)
      .map(({ transaction, amount, refunded, disputes }) => ({
        transaction,
        amount,
        state: stateOf({ amount, refunded, disputes }),
        returned: disputes.includes("lost") ? amount : refunded,
      }));
  }

  /** Answers `/status`, `/refund`, `/cancel` and `/charge` on a port of its own. */
  async listen() {
    const server = createServer(async (request, response) => {
      const fields = Object.fromEntries(
        new URLSearchParams(await bodyOf(request)),
      );
      const path = request.url ?? "";
      const body = this.#answer(path, fields);
      if (this.losesAnswers && path !== "/status") response.destroy();
      else response.end(JSON.stringify(body));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = { port: 0, ...Object(server.address()) };
    return {
      at: (path: string) => `http://127.0.0.1:${String(port)}${path}`,
      close: () => void server.close(),
    };
  }

  #answer(path: string, fields: Fields): unknown {
    const { order = "", amount = "", transaction = "", refund = "" } = fields;
    const first = this.taken.find((one) => one.order === order);
    if (path === "/charge")
      return {
        status: "paid",
        transaction: first?.transaction ?? this.take(order, Number(amount)),
      };
    if (path === "/cancel")
      return {
        status: "cancelled",
        ends: this.cancel(order, fields["end"] === "now" ? "now" : "later"),
      };
    if (path === "/refund")
      return this.#refundOnce(transaction, refund, amount);
    if (first === undefined) return { status: "none" };
    const { transaction: name, amount: sum } = first;
    const paid = { status: "paid", transaction: name, amount: sum };
    const events = this.eventsOf(order);
    return { ...paid, currency: "USD", events };
  }

  #refundOnce(of: string, refund: string, amount: string): unknown {
    const known = this.#refunds.get(refund);
    if (known !== undefined) return { status: "refunded", transaction: known };
    const { amount: all, refunded, disputes } = this.#find(of);
    if (refunded + Number(amount) > all || disputes.includes("lost"))
      return { status: "declined", reason: "There is not as much left." };
    const transaction = this.refund(of, Number(amount), refund);
    this.#refunds.set(refund, transaction);
    return { status: "refunded", transaction };
  }

  #find(transaction: string): Taken {
    const found = this.taken.find((one) => one.transaction === transaction);
    if (found === undefined) throw new Error(`there is no ${transaction}`);
    return found;
  }

  /** A lost one takes back what had not gone back. */
  #tellDispute(taken: Taken, status: "opened" | "won" | "lost"): void {
    const { order, transaction: of, amount, refunded, disputes } = taken;
    const of_kind = taken.kind;
    const transaction = `d-${of}-${disputes.length}`;
    const sum = amount - refunded;
    this.#tell(order, {
      kind: "chargeback",
      status,
      transaction,
      of,
      of_kind,
      amount: sum,
    });
  }

  #tell(order: string, about: Readonly<Record<string, string | number>>): void {
    const texts = Object.entries(about).map(([name, value]) => [
      name,
      String(value),
    ]);
    const fields: Fields = {
      order,
      currency: "USD",
      at: String(this.#next()),
      ...Object.fromEntries(texts),
    };
    this.#events.push(fields);
    this.messages.push(fields);
  }

  #next(): number {
    const now = Math.floor(this.#now() / 1_000);
    return (this.#happened = Math.max(this.#happened + 1, now));
  }
}
