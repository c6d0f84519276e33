import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countAttention } from "../../server/db/attention.ts";
import { arrive } from "../../server/testing/calls.ts";
import type { Answer } from "../../server/testing/server.ts";
import { fuzz } from "../../compiler/testing/fuzz.ts";
import { DAY_MS, openShop } from "./shop.ts";
import type { Listed } from "./driver.ts";
import type { PlanDriver } from "./plan-driver.ts";
import {
  type Buyer,
  compareLedger,
  compareMessages,
  compareTold,
} from "./plan-oracle.ts";

const shop = openShop();
const { server, plans } = shop;
const HOUR_MS = 3_600_000;
const input = fuzz(5);

/** What happens to the buyers of one run, one at each provider that renews; what is there twice is likelier. */
const NAMES = [
  "renew",
  "renew",
  "renew",
  "decline",
  "decline",
  "end later",
  "end later",
  "end now",
  "resume",
  "pause",
  "price",
  "refund",
  "fail refund",
  "refund all and renew",
  "refund all and renew",
  "operator",
  "cancel",
  "cancel",
  "dispute",
  "win",
  "lose",
  "tell",
  "days",
] as const;

const action = fc.record({
  buyer: fc.nat({ max: plans.length - 1 }),
  name: fc.constantFrom(...NAMES),
  amount: fc.integer({ min: 1, max: 4_000 }),
  /** Of the buyer's payments and renewals, the last one where there are fewer. */
  payment: fc.nat({ max: 4 }),
  /** Whether the provider's answer gets lost. */
  loses: fc.boolean(),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;
type Message = () => Promise<Answer>;

class Run {
  readonly buyers: readonly Buyer[];
  readonly #mail: Message[] = [];

  constructor(buyers: readonly Buyer[]) {
    this.buyers = buyers;
  }

  async act({ buyer: at, name, ...what }: Action): Promise<void> {
    const buyer = this.buyers[at];
    if (buyer === undefined) return;
    const { driver, order } = buyer;
    const all = driver.listed(order);
    const one = all[Math.min(what.payment, all.length - 1)];
    // Periods take their time.
    server.clock.ms += HOUR_MS;
    switch (name) {
      case "renew":
        driver.renew(order);
        break;
      case "decline":
        driver.decline(order);
        break;
      case "end later":
        driver.end(order, "later");
        break;
      case "end now":
        driver.end(order, "now");
        break;
      case "resume":
      case "pause":
      case "price":
        driver.edit(order, name);
        break;
      case "refund all and renew":
        for (const each of all) afterwards(driver, "refund", each, each.amount);
        server.clock.ms += HOUR_MS;
        driver.renew(order);
        break;
      case "operator":
        await this.#refundByOperator(buyer, what);
        break;
      case "cancel":
        await this.#cancel(buyer, what.loses);
        break;
      case "tell":
        this.#collect();
        await tell(this.#mail.splice(0, 4));
        break;
      case "days":
        await this.pass(2 * DAY_MS);
        break;
      default:
        if (one !== undefined) afterwards(driver, name, one, what.amount);
    }
    this.#collect();
  }

  async #refundByOperator(
    { driver, order }: Buyer,
    { amount, loses }: Pick<Action, "amount" | "loses">,
  ): Promise<void> {
    driver.loseAnswers(loses);
    const { status } = await server.send(`/api/admin/orders/${order}/refund`, {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: { amount },
    });
    driver.loseAnswers(false);
    expect([200, 404, 409, 422, 503]).toContain(status);
  }

  /** By an operator, which is the same as by its buyer; where the answer got lost, the housekeeping asks again. */
  async #cancel({ driver, order }: Buyer, loses: boolean): Promise<void> {
    if (!driver.cancels) return;
    driver.loseAnswers(loses);
    const { status } = await server.send(`/api/admin/orders/${order}/cancel`, {
      method: "POST",
      body: {},
    });
    driver.loseAnswers(false);
    expect([200, 409]).toContain(status);
    if (loses) await this.pass(HOUR_MS);
  }

  /** Everybody looks in before and afterwards, so that their visits go on. */
  async pass(ms: number): Promise<void> {
    await this.#lookIn();
    await shop.round(ms);
    await this.#lookIn();
  }

  async #lookIn(): Promise<void> {
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
      for (const { message } of shuffled) await tell([message]);
      await this.pass(DAY_MS + HOUR_MS);
    }
    this.#collect();
    await tell(this.#mail.splice(0));
  }

  #collect(): void {
    for (const { driver } of this.buyers)
      this.#mail.push(...driver.takeMessages());
  }
}

function afterwards(
  driver: PlanDriver,
  name: Action["name"],
  { transaction, state, amount: taken, returned }: Listed,
  amount: number,
): void {
  const left = taken - returned;
  const isCalm = state !== "disputed" && state !== "charged_back";
  if (name === "refund" && left > 0 && isCalm)
    driver.refund(transaction, Math.min(left, amount));
  if (name === "fail refund") driver.failRefund(transaction);
  if (name === "dispute" && left > 0 && isCalm) driver.dispute(transaction);
  if (name === "win" && state === "disputed") driver.decide(transaction, "won");
  if (name === "lose" && state === "disputed")
    driver.decide(transaction, "lost");
}

/** Each twice, at the same time. */
async function tell(messages: readonly Message[]): Promise<void> {
  const answers = await Promise.all(
    messages.flatMap((send) => [send(), send()]),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
}

/** What nobody may have to look at when everything was told or asked. */
const NEVER = [
  "unknown",
  "untold",
  "unmatched",
  "overdrawn",
  "no_order",
  "unprocessed",
  "refund_open",
  "refund_due",
  "cancel_asked",
];

test(
  "ledger, providers' lists, visitors and receivers agree about plans, whatever becomes of them",
  { tags: "long", timeout: 60_000 + 20_000 * input.numRuns },
  async () => {
    const happening = fc.record({
      actions: fc.array(action, { minLength: 20, maxLength: 40, size: "max" }),
      order: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(happening, async ({ actions, order }) => {
        // What earlier runs have sold is not reviewed any more.
        server.clock.ms += 400 * DAY_MS;
        const before = await countsOf();
        const buyers: Buyer[] = [];
        for (const [, driver] of plans) {
          const visitor = await arrive(server);
          const id = await driver.buy(visitor);
          buyers.push({ visitor, driver, order: id });
        }
        const run = new Run(buyers);
        for (const one of actions) await run.act(one);
        await run.end(order);
        for (const buyer of buyers) {
          await compareLedger(server, buyer);
          await compareTold(buyer);
          await compareMessages(server, buyer);
        }
        const counts = await countsOf();
        for (const kind of NEVER)
          expect([kind, counts.get(kind)]).toEqual([kind, before.get(kind)]);
        // Also where it was renewed before anybody had heard that its money was back.
        expect(
          (counts.get("still_renews") ?? 0) - (before.get("still_renews") ?? 0),
        ).toBe(
          buyers.filter(({ driver, order: id }) => driver.stillRenews(id))
            .length,
        );
        const late = buyers.reduce(
          (sum, { driver, order: id }) => sum + driver.afterEnd(id),
          0,
        );
        expect(
          (counts.get("renewed_after_end") ?? 0) -
            (before.get("renewed_after_end") ?? 0),
        ).toBe(late);
      }),
      { ...input, endOnFailure: true },
    );
  },
);

async function countsOf(): Promise<ReadonlyMap<string, number>> {
  const counts = await countAttention(server.db, new Date(server.clock.ms));
  return new Map(counts.map(({ kind, count }) => [kind, count]));
}
