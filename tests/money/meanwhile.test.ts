import { describe, expect, test } from "vitest";
import { isWaiting } from "../../server/checkout/settle.ts";
import { initiate, post } from "../../server/testing/calls.ts";
import type { Answer } from "../../server/testing/server.ts";
import { TAG } from "../testing/long.ts";
import { expectAgreement, restOf } from "./agreement.ts";
import type { Choice, PaymentDriver } from "./driver.ts";
import { Pauses } from "./pauses.ts";
import { Buyer, DAY_MS, openShop } from "./shop.ts";

const MINUTE_MS = 60_000;
type Shop = ReturnType<typeof openShop>;
type Named<T> = readonly (readonly [name: string, T])[];

/** A buyer, and what they are answered. */
class Scene {
  readonly shop: Shop;
  readonly buyer: Buyer;
  readonly answers: Answer[] = [];

  constructor(shop: Shop, buyer: Buyer) {
    this.shop = shop;
    this.buyer = buyer;
  }

  static async begin(shop: Shop, driver: PaymentDriver): Promise<Scene> {
    return new Scene(shop, await Buyer.arrive(shop, driver));
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
}

const NOTHING = "nothing is ordered";

/** How far a buyer is. */
const STATES: Named<(scene: Scene) => Promise<void>> = [
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
    "an order is paid",
    async (scene) => {
      const tap = await scene.confirm("journal");
      await tap();
      await scene.pay();
      await scene.tell();
    },
  ],
];

/** What may happen, with what comes before it. */
type Act = (scene: Scene) => Promise<() => Promise<void>>;

/** What happens to the newest order that is there by then. */
const toOrder =
  (act: (scene: Scene, id: string) => Promise<unknown>): Act =>
  async (scene) =>
  () =>
    scene.withOrder((id) => act(scene, id));

const ROUNDS: Named<Act> = [
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

const TAPS: Named<Act> = [
  ["a tap", (scene) => scene.confirm("journal")],
  ["a tap for the other", (scene) => scene.confirm("workbook")],
];

const OTHERS: Named<Act> = [
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

/** Rounds have more pauses than all others, and what follows from one is that of the next. */
const ROUND_STRIDE = 3;

interface Meeting {
  readonly title: string;
  readonly enter: (scene: Scene) => Promise<void>;
  readonly first: Act;
  readonly second: Act;
  /** Which pauses are tried: the first one, and the distance to the next. */
  readonly from: number;
  readonly stride: number;
}

/** Whatever may come in between whatever else. A day does not go by while a call is at work. */
const MEETINGS: readonly Meeting[] = STATES.flatMap(([state, enter]) =>
  (state === NOTHING ? TAPS : [...TAPS, ...OTHERS, ...ROUNDS]).flatMap(
    ([one, first]) =>
      [...TAPS, ...OTHERS, ...ROUNDS.slice(0, 1)].map(([other, second]) => ({
        title: `${state}, ${other} during ${one}`,
        enter,
        first,
        second,
        isRound: ROUNDS.some(([name]) => name === one),
      })),
  ),
).map(({ isRound, ...meeting }, i) => ({
  ...meeting,
  from: isRound ? i % ROUND_STRIDE : 0,
  stride: isRound ? ROUND_STRIDE : 1,
}));

/** What is wrong once both have happened, in words; nothing in the end. */
async function faultsOf({ buyer, answers }: Scene): Promise<string[]> {
  const faults = answers
    .filter(({ status }) => status >= 500 && status !== 503)
    .map(({ status, text }) => `was answered ${status}: ${text}`);
  for (const { checkout_id, status } of await buyer.orders()) {
    const open = buyer.driver.payable?.(checkout_id) ?? 0;
    if (open > (isWaiting({ status }) ? 1 : 0))
      faults.push(`can pay an order that is ${status} on ${open} pages`);
  }
  return faults;
}

/** All is told, and days go by until nothing is left to be asked after. */
async function end(shop: Shop, scenes: readonly Scene[]): Promise<void> {
  for (let day = 0; day < 3; day += 1)
    for (const ms of [DAY_MS + MINUTE_MS, 61 * MINUTE_MS]) {
      for (const scene of scenes) await scene.tell();
      await shop.round(ms);
      for (const scene of scenes) await scene.lookIn();
    }
  for (const scene of scenes) await scene.tell();
}

describe("whatever comes in between", () => {
  const pauses = new Pauses();
  const shop = openShop({ pauses });
  meet(shop, pauses, shop.drivers);
});

describe("whatever comes in between, where Stripe is paid on our own page", () => {
  const pauses = new Pauses();
  const shop = openShop({ pauses, stripePublishableKey: "pk_test_shown" });
  const [page] = shop.drivers;
  meet(shop, pauses, page === undefined ? [] : [page]);
});

function meet(shop: Shop, pauses: Pauses, drivers: Named<PaymentDriver>): void {
  const SOME = 47;
  test.each(drivers)("%s, now and then", async (name, driver) => {
    const at = drivers.findIndex(([other]) => other === name);
    const some = MEETINGS.filter((_, i) => i % SOME === at);
    const scenes: Scene[] = [];
    for (const [i, meeting] of some.entries()) {
      const scene = await Scene.begin(shop, driver);
      await happen(pauses, scene, meeting, i + 1);
      expect(await faultsOf(scene), meeting.title).toEqual([]);
      scenes.push(scene);
      for (const each of scenes) await each.lookIn();
    }
    await end(shop, scenes);
    for (const { buyer } of scenes) await expectAgreement(shop.server, buyer);
    expect(await restOf(shop.server)).toEqual([]);
  });

  test.for(drivers)(
    "%s, in every pause",
    { tags: TAG.name, timeout: 60 * MINUTE_MS },
    async ([, driver]) => {
      const faults: string[] = [];
      for (const meeting of MEETINGS) {
        const scenes: Scene[] = [];
        for (let pause = meeting.from; ; pause += meeting.stride) {
          const scene = await Scene.begin(shop, driver);
          if (!(await happen(pauses, scene, meeting, pause))) break;
          for (const fault of await faultsOf(scene))
            faults.push(`${meeting.title}, pause ${pause}: ${fault}`);
          scenes.push(scene);
          for (const each of scenes) await each.lookIn();
        }
        if (scenes.length === 0) continue;
        await end(shop, scenes);
        for (const { buyer } of scenes)
          await expectAgreement(shop.server, buyer).catch((error: unknown) => {
            faults.push(`${meeting.title}: ${String(error)}`);
          });
      }
      expect(await restOf(shop.server)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );
}

/** Answers whether the first one had so many pauses. */
async function happen(
  pauses: Pauses,
  scene: Scene,
  { enter, first, second }: Meeting,
  pause: number,
): Promise<boolean> {
  await enter(scene);
  const one = await first(scene);
  const other = await second(scene);
  const met = await pauses.interrupt(pause, one, other);
  await scene.tell();
  return met;
}
