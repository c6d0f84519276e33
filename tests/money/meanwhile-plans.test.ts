import { randomUUID } from "node:crypto";
import { describe } from "vitest";
import { arrive } from "../../server/testing/calls.ts";
import type { Answer } from "../../server/testing/server.ts";
import {
  type Act,
  meetingsOf,
  type Named,
  type Scene,
  testMeetings,
} from "./meetings.ts";
import { Pauses } from "../../server/testing/pauses.ts";
import type { PlanDriver } from "./plan-driver.ts";
import {
  type Buyer,
  compareLedger,
  compareMessages,
  compareTold,
} from "./plan-oracle.ts";
import { DAY_MS, openShop } from "./shop.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
type Shop = ReturnType<typeof openShop>;

/** Somebody has a plan that renews. */
class Plan implements Scene {
  readonly shop: Shop;
  readonly buyer: Buyer;
  readonly answers: Answer[] = [];

  constructor(shop: Shop, buyer: Buyer) {
    this.shop = shop;
    this.buyer = buyer;
  }

  /** Something happens at the provider, each time in another period. */
  async happens(
    change: (driver: PlanDriver, order: string) => void,
  ): Promise<void> {
    this.shop.server.clock.ms += HOUR_MS;
    change(this.buyer.driver, this.buyer.order);
    await this.tell();
  }

  async tell(): Promise<void> {
    for (const send of this.buyer.driver.takeMessages())
      this.answers.push(await send());
  }

  async lookIn(): Promise<void> {
    await this.buyer.visitor.call("/api/visitor/visitor-info");
  }

  async refund(): Promise<void> {
    const path = `/api/admin/orders/${this.buyer.order}/refund`;
    const answer = await this.shop.server.send(path, {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: { amount: 999 },
    });
    this.answers.push(answer);
  }

  async faults(): Promise<readonly string[]> {
    return [];
  }

  async agree(): Promise<void> {
    const { server } = this.shop;
    await compareLedger(server, this.buyer);
    await compareTold(this.buyer);
    await compareMessages(server, this.buyer);
  }
}

const told =
  (change: (driver: PlanDriver, order: string) => void): Act<Plan> =>
  async (scene) =>
  () =>
    scene.happens(change);

const CHANGES: Named<Act<Plan>> = [
  ["a renewal", told((driver, order) => driver.renew(order))],
  ["a renewal that fails", told((driver, order) => driver.decline(order))],
  ["an end to come", told((driver, order) => driver.end(order, "later"))],
  ["an end", told((driver, order) => driver.end(order, "now"))],
  [
    "a refund of all",
    told((driver, order) => {
      for (const { transaction, amount, returned } of driver.listed(order))
        if (returned < amount) driver.refund(transaction, amount - returned);
    }),
  ],
  [
    "a dispute",
    told((driver, order) => {
      const one = driver.listed(order).at(-1);
      if (one?.state === "paid") driver.dispute(one.transaction);
    }),
  ],
  ["an operator's refund", async (scene) => () => scene.refund()],
  [
    "a look at the purchases",
    async ({ buyer, answers }) =>
      async () =>
        void answers.push(await buyer.visitor.call("/api/pay/purchases")),
  ],
  [
    "a round of the housekeeping",
    async ({ shop }) =>
      () =>
        shop.round(MINUTE_MS),
  ],
];

const STATES: Named<(scene: Plan) => Promise<void>> = [
  ["a plan is bought, which nobody has told", async () => {}],
  ["a plan runs", (scene) => scene.tell()],
  [
    "a plan has been renewed",
    async (scene) => {
      await scene.tell();
      await scene.happens((driver, order) => driver.renew(order));
    },
  ],
];

describe("whatever comes in between what becomes of a plan", () => {
  const pauses = new Pauses();
  const shop = openShop({ pauses });
  const meetings = STATES.flatMap((state) =>
    meetingsOf(state, CHANGES, CHANGES),
  );
  for (const [offset, [name, driver]] of shop.plans.entries())
    testMeetings(
      name,
      {
        pauses,
        meetings,
        begin: async () => {
          const visitor = await arrive(shop.server);
          const order = await driver.buy(visitor);
          return new Plan(shop, { visitor, driver, order });
        },
        round: shop.round,
        day: [DAY_MS + HOUR_MS],
      },
      { offset, every: 37 },
    );
});
