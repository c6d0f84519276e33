import fc from "fast-check";
import { expect, test } from "vitest";
import { initiate } from "../../server/testing/calls.ts";
import type { Answer } from "../../server/testing/server.ts";
import { fuzz } from "../../compiler/testing/fuzz.ts";
import { expectAgreement, listedOf, restOf } from "./agreement.ts";
import { Buyer, DAY_MS, openShop } from "./shop.ts";
import { type Choice, CHOICES, type Listed } from "./driver.ts";

const shop = openShop();
const { server, drivers } = shop;
const MINUTE_MS = 60_000;
const input = fuzz(3);

/** What happens to the buyers of one run, one by each way to pay. */
const NAMES = [
  "tap",
  "pay",
  "pay again",
  "refund",
  "operator",
  "dispute",
  "win",
  "lose",
  "tell",
  "day",
] as const;

/** What gets lost of what a provider says. */
const loses = fc.constantFrom("nothing", "answers", "messages", "both");
type Loses = typeof loses extends fc.Arbitrary<infer T> ? T : never;
const losesAnswers = (lost: Loses) => lost === "answers" || lost === "both";
const losesMessages = (lost: Loses) => lost === "messages" || lost === "both";

/** How each buyer comes to pay at first: what is chosen in tabs that ask at the same time. */
const choices = fc.array(fc.constantFrom(...CHOICES), {
  minLength: 1,
  maxLength: 3,
});
const beginning = fc.record({ choices, loses });

const action = fc.record({
  buyer: fc.nat({ max: drivers.length - 1 }),
  name: fc.constantFrom(...NAMES),
  /** Tabs that ask at the same time. */
  tabs: fc.integer({ min: 1, max: 3 }),
  amount: fc.integer({ min: 1, max: 999 }),
  /** Of the buyer's payments, the last one where there are fewer. */
  payment: fc.nat({ max: 2 }),
  loses,
});
type Action = (typeof action extends fc.Arbitrary<infer T> ? T : never) & {
  /** What is chosen at first; else it is what was chosen last. */
  readonly choices?: readonly Choice[];
};
type Message = () => Promise<Answer>;

class Run {
  readonly buyers: readonly Buyer[];
  /** Messages that are on their way. */
  readonly #mail: Message[] = [];

  constructor(buyers: readonly Buyer[]) {
    this.buyers = buyers;
  }

  async act({ buyer: at, ...what }: Action): Promise<void> {
    const buyer = this.buyers[at];
    if (buyer === undefined) return;
    this.#collect();
    const { driver } = buyer;
    const money = await listedOf(buyer);
    const one = money.at(Math.min(what.payment, money.length - 1));
    switch (what.name) {
      case "tap": {
        const [last] = await buyer.orders();
        const again =
          CHOICES.find((one) => one === last?.product) ?? CHOICES[0];
        const tabs =
          what.choices ?? Array.from({ length: what.tabs }, () => again);
        driver.loseAnswers(losesAnswers(what.loses));
        // Tabs that ask at the same time have confirmed their prices before anything is paid.
        const { visitor } = buyer;
        const prices = await Promise.all(
          tabs.map((choice) => initiate(visitor, choice)),
        );
        const answers = await Promise.all(
          tabs.map((choice, i) =>
            driver.tap(visitor, choice, String(prices[i]?.reference)),
          ),
        );
        driver.loseAnswers(false);
        for (const { status } of answers)
          expect([200, 409, 503]).toContain(status);
        break;
      }
      case "pay": {
        const [order] = await buyer.orders();
        if (order?.status === "open") driver.pay?.(order.checkout_id);
        break;
      }
      case "operator": {
        const [order] = await buyer.orders();
        const id = one?.checkout_id ?? order?.checkout_id;
        if (id === undefined) return;
        driver.loseAnswers(losesAnswers(what.loses));
        const { status } = await buyer.refundByOperator(id, what.amount);
        driver.loseAnswers(false);
        expect([200, 404, 409, 422, 503]).toContain(status);
        return;
      }
      case "tell":
        return this.#tell(this.#mail.splice(0, 4));
      case "day":
        return this.pass(DAY_MS + MINUTE_MS);
      default:
        if (one !== undefined) this.#afterwards(buyer, what, one);
        return;
    }
    // Only what tells of a payment that is waited for may get lost: it is asked after.
    if (losesMessages(what.loses)) driver.takeMessages();
  }

  /** What happens to money that was taken. */
  #afterwards(
    { driver }: Buyer,
    { name, amount }: Pick<Action, "name" | "amount">,
    one: Listed & { readonly checkout_id: string },
  ): void {
    const { transaction, state } = one;
    const left = one.amount - one.returned;
    const isCalm = state !== "disputed" && state !== "charged_back";
    if (name === "pay again") driver.payAgain(one.checkout_id);
    if (name === "refund" && left > 0 && isCalm)
      driver.refund(transaction, Math.min(left, amount));
    if (name === "dispute" && left > 0 && isCalm) driver.dispute(transaction);
    if (name === "win" && state === "disputed")
      driver.decide(transaction, "won");
    if (name === "lose" && state === "disputed")
      driver.decide(transaction, "lost");
  }

  /** Time passes; everybody looks in, so that their visits go on. */
  async pass(ms: number): Promise<void> {
    await shop.round(ms);
    for (const { visitor } of this.buyers)
      await visitor.call("/api/visitor/visitor-info");
  }

  /** All messages come, and days go by until nothing is left to be asked after. */
  async end(order: readonly number[]): Promise<void> {
    for (let day = 0; day < 3; day += 1) {
      this.#collect();
      const shuffled = this.#mail
        .splice(0)
        .map((message, i) => ({ message, at: order[i % order.length] ?? 0 }))
        .toSorted((a, b) => a.at - b.at);
      for (const { message } of shuffled) await this.#tell([message]);
      await this.pass(DAY_MS + MINUTE_MS);
      await this.pass(61 * MINUTE_MS);
    }
    this.#collect();
    await this.#tell(this.#mail.splice(0));
  }

  #collect(): void {
    for (const { driver } of this.buyers)
      this.#mail.push(...driver.takeMessages());
  }

  /** Each twice, at the same time. */
  async #tell(messages: readonly Message[]): Promise<void> {
    const answers = await Promise.all(
      messages.flatMap((send) => [send(), send()]),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  }
}

test(
  "ledger, providers' lists, visitors and receivers agree, however it is paid and whatever gets lost",
  async () => {
    const happening = fc.record({
      beginnings: fc.array(beginning, {
        minLength: drivers.length,
        maxLength: drivers.length,
      }),
      actions: fc.array(action, { maxLength: 20 }),
      order: fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(happening, async ({ beginnings, actions, order }) => {
        // What earlier runs have sold is not reviewed any more.
        server.clock.ms += 200 * DAY_MS;
        const buyers: Buyer[] = [];
        for (const [, driver] of drivers)
          buyers.push(await Buyer.arrive(shop, driver));
        const run = new Run(buyers);
        const rest = { amount: 1, payment: 0, tabs: 1 };
        for (const [buyer, one] of beginnings.entries())
          for (const name of ["tap", "pay"] as const)
            await run.act({ buyer, name, ...one, ...rest });
        for (const one of actions) await run.act(one);
        await run.end(order);
        for (const buyer of buyers) await expectAgreement(server, buyer);
        expect(await restOf(server)).toEqual([]);
      }),
      { ...input, endOnFailure: true },
    );
  },
  60_000 + 20_000 * input.numRuns,
);
