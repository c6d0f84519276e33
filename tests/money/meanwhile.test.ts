import { describe, expect } from "vitest";
import { isWaiting } from "../../server/checkout/settle.ts";
import { initiate, post } from "../../server/testing/calls.ts";
import type { Answer } from "../../server/testing/server.ts";
import { expectAgreement, restOf } from "./agreement.ts";
import type { Choice, PaymentDriver } from "./driver.ts";
import {
  type Act,
  type Meeting,
  meetingsOf,
  type Named,
  type Scene,
  testMeetings,
} from "./meetings.ts";
import { Pauses } from "../../server/testing/pauses.ts";
import { Buyer, DAY_MS, openShop } from "./shop.ts";

const MINUTE_MS = 60_000;
type Shop = ReturnType<typeof openShop>;

/** Somebody buys the journal or the workbook. */
class Purchase implements Scene {
  readonly shop: Shop;
  readonly buyer: Buyer;
  readonly answers: Answer[] = [];

  constructor(shop: Shop, buyer: Buyer) {
    this.shop = shop;
    this.buyer = buyer;
  }

  /** Confirms a price; what it answers pays that. */
  async confirm(choice: Choice): Promise<() => Promise<void>> {
    const { visitor, driver } = this.buyer;
    const { reference } = await initiate(visitor, choice);
    return async () =>
      this.note(await driver.tap(visitor, choice, String(reference)));
  }

  /** The visitor pays what they have ordered last. */
  pay = () => this.withOrder(async (id) => this.buyer.driver.pay?.(id));

  /** The provider tells what has happened. */
  async tell(): Promise<void> {
    for (const send of this.buyer.driver.takeMessages())
      this.note(await send());
  }

  /** Does something with the newest order, if there is one by then. */
  async withOrder(act: (id: string) => Promise<unknown>): Promise<void> {
    const [order] = await this.buyer.orders();
    if (order !== undefined) await act(order.checkout_id);
  }

  /** So that the visit goes on. */
  async lookIn(): Promise<void> {
    await this.buyer.visitor.call("/api/visitor/visitor-info");
  }

  note(answer: Answer): void {
    this.answers.push(answer);
  }

  async faults(): Promise<readonly string[]> {
    const { driver } = this.buyer;
    return (await this.buyer.orders()).flatMap(({ checkout_id, status }) => {
      const open = driver.payable?.(checkout_id) ?? 0;
      return open > (isWaiting({ status }) ? 1 : 0)
        ? [`can pay an order that is ${status} on ${open} pages`]
        : [];
    });
  }

  async agree(): Promise<void> {
    await expectAgreement(this.shop.server, this.buyer);
    expect(await restOf(this.shop.server)).toEqual([]);
  }
}

const NOTHING = "nothing is ordered";
const PAID = "an order is paid";

/** How far a buyer is. */
const STATES: Named<(scene: Purchase) => Promise<void>> = [
  [NOTHING, async () => {}],
  [
    "an order waits",
    async (scene) => {
      const tap = await scene.confirm("journal");
      await tap();
    },
  ],
  [
    "an order is paid, which nobody has told",
    async (scene) => {
      const tap = await scene.confirm("journal");
      await tap();
      await scene.pay();
    },
  ],
  [
    PAID,
    async (scene) => {
      const tap = await scene.confirm("journal");
      await tap();
      await scene.pay();
      await scene.tell();
    },
  ],
];

/** What happens to the newest order that is there by then. */
const toOrder =
  (act: (scene: Purchase, id: string) => Promise<unknown>): Act<Purchase> =>
  async (scene) =>
  () =>
    scene.withOrder((id) => act(scene, id));

const ROUNDS: Named<Act<Purchase>> = [
  [
    "a round of the housekeeping",
    async ({ shop }) =>
      () =>
        shop.round(MINUTE_MS),
  ],
  [
    "a round a day later",
    async ({ shop }) =>
      () =>
        shop.round(DAY_MS + MINUTE_MS),
  ],
];

const TAPS: Named<Act<Purchase>> = [
  ["a tap", (scene) => scene.confirm("journal")],
  ["a tap for the other", (scene) => scene.confirm("workbook")],
];

const OTHERS: Named<Act<Purchase>> = [
  [
    "a payment",
    async (scene) => async () => {
      await scene.pay();
      await scene.tell();
    },
  ],
  ["messages", async (scene) => () => scene.tell()],
  [
    "a look",
    toOrder(async (scene, id) => {
      const path = `/api/pay/checkout-status?checkout_id=${id}`;
      scene.note(await scene.buyer.visitor.call(path));
    }),
  ],
  [
    "the way to another page",
    toOrder(async (scene, id) => {
      const { visitor, driver } = scene.buyer;
      const form = driver.otherPage?.(id);
      if (form !== undefined) scene.note(await post(visitor, form, {}));
    }),
  ],
  [
    "an operator's refund",
    toOrder(async (scene, id) => {
      scene.note(await scene.buyer.refundByOperator(id, 999));
    }),
  ],
  [
    "an operator who knows of no payment",
    toOrder(async (scene, id) => {
      const path = `/api/admin/orders/${id}/settle`;
      const body = { outcome: "unpaid" };
      scene.note(await scene.shop.server.send(path, { method: "POST", body }));
    }),
  ],
];

/**
 * Whatever may come in between whatever else. A day does not go by while a call is at work; and whoever confirms the price
 * of the other one once the first is paid, as it is at once by a charge, wants both.
 */
function meetingsAt(driver: PaymentDriver): readonly Meeting<Purchase>[] {
  const isPage = driver.pay !== undefined;
  return STATES.flatMap((state) => {
    const [name] = state;
    const isPaid = name === PAID || (name !== NOTHING && !isPage);
    const taps = isPaid ? TAPS.slice(0, 1) : TAPS;
    const firsts = [...taps, ...OTHERS, ...ROUNDS];
    const seconds = [...taps, ...OTHERS, ...ROUNDS.slice(0, 1)];
    return meetingsOf(state, name === NOTHING ? taps : firsts, seconds);
  });
}

/** Of so many meetings one is tried with every change, another one at each way to pay. */
const EVERY = 47;

describe("whatever comes in between", () => {
  const pauses = new Pauses();
  const shop = openShop({ pauses });
  for (const [offset, way] of shop.drivers.entries())
    meet(shop, pauses, way, offset);
});

describe("whatever comes in between, where Stripe is paid on our own page", () => {
  const pauses = new Pauses();
  const shop = openShop({ pauses, stripePublishableKey: "pk_test_shown" });
  const [page] = shop.drivers;
  if (page !== undefined) meet(shop, pauses, page, shop.drivers.length);
});

function meet(
  shop: Shop,
  pauses: Pauses,
  [name, driver]: readonly [string, PaymentDriver],
  offset: number,
): void {
  const stage = {
    pauses,
    meetings: meetingsAt(driver),
    begin: async () => new Purchase(shop, await Buyer.arrive(shop, driver)),
    round: shop.round,
    day: [DAY_MS + MINUTE_MS, 61 * MINUTE_MS],
  };
  testMeetings(name, stage, { offset, every: EVERY });
}
