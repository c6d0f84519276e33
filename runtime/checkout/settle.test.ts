import { expect, test } from "vitest";
import { funnelWith } from "../testing/funnel.ts";
import { fakeCookies } from "../testing/cookies.ts";
import { FakeStorage } from "../testing/storage.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import { eventsAtom } from "../state/events.ts";
import { LEAVE_WAIT_MS } from "../core/leave-wait.ts";
import { settleAtom, takeOutcomeAtom } from "./run.ts";
import { ASK_AGAIN_MS } from "./asking.ts";
import { problem } from "../testing/bank.ts";
import { OFFER, shopTests } from "../testing/shop.ts";
import type { Reply } from "../testing/local-server.ts";
import { until } from "../testing/visit.ts";
import { SESSION_COOKIE, SESSION_HEADER } from "../../generated/call.ts";
import { AB_CONFIGURATION_KEY } from "../core/storage-keys.ts";

/** A page of the network's own, as in front of a hotel's. */
const PORTAL: Reply = {
  status: 404,
  body: "<!doctype html><title>Log in</title>",
  headers: { "content-type": "text/html" },
};

const { bank, become, keys, logged, server, shop } = shopTests();

test.each([
  ["paid", "paid", true],
  ["declined", "declined", false],
  ["cancelled", "cancelled", false],
  ["needs_authentication", "needs-authentication", false],
] as const)(
  "back from the payment page: %s",
  async (status, shown, purchased) => {
    const first = shop();
    await first.leave("plan");
    become(status);
    const back = shop({ backend: first.backend });
    await back.settle("c-1");
    expect(back.shown()).toEqual([shown, "plan"]);
    expect(back.isPurchased()).toBe(purchased);
  },
);

test("what was paid and given back is as if it had never been: the next click pays anew", async () => {
  const first = shop();
  await first.leave("plan");
  become("paid");
  const back = shop({ backend: first.backend });
  await back.settle("c-1");
  expect(back.shown()).toEqual(["paid", "plan"]);
  become("refunded");
  const later = shop({ backend: first.backend });
  await later.leave("plan");
  expect(bank.checkouts).toHaveLength(2);
  expect(new Set(keys()).size).toBe(2);
});

test("an open payment is asked about a few times, then it is unknown; paying again asks first", async () => {
  const first = shop();
  await first.leave("plan");
  const back = shop({ backend: first.backend });
  await back.settle("c-1");
  expect(back.waits).toEqual([1_000, 2_000, 4_000]);
  expect(ASK_AGAIN_MS).toEqual(back.waits);
  expect(back.shown()).toEqual(["unknown", "plan"]);
  become("paid");
  await back.pay("plan", "hosted");
  expect(back.shown()).toEqual(["paid", "plan"]);
  expect(back.assigned).toEqual([]);
  expect(bank.checkouts).toHaveLength(1);
});

test("a payment that settles while it is asked about is settled", async () => {
  const first = shop();
  await first.leave("plan");
  bank.disturb = ({ path }) => {
    if (path.endsWith("checkout-status") && server().calls.length === 4)
      become("paid");
    return null;
  };
  const back = shop({ backend: first.backend });
  await back.settle("c-1");
  expect(back.shown()).toEqual(["paid", "plan"]);
});

test("the id in the address decides nothing: a foreign or made-up one is gone", async () => {
  const { settle, shown, isPurchased } = shop();
  await settle("made-up");
  expect(shown()).toEqual(["idle", null]);
  expect(isPurchased()).toBe(false);
});

test("with cookies blocked nobody can know: said so, asked again, and no page is left by it", async () => {
  const { settle, shown, pay, assigned } = shop({ cookies: fakeCookies() });
  await settle("c-1");
  expect(shown()).toEqual(["unknown", null]);
  await settle("c-1");
  expect(shown()).toEqual(["unknown", null]);
  void pay("plan", "hosted");
  await until(() => assigned.length === 1);
});

test("what answers in the server's place knows of no payment: unknown, and never paid anew", async () => {
  const first = shop();
  await first.leave("plan");
  become("paid");
  bank.disturb = ({ path }) =>
    path.endsWith("checkout-status") ? PORTAL : null;
  const back = shop({ backend: first.backend });
  await back.settle("c-1");
  expect(back.shown()).toEqual(["unknown", "plan"]);
  await back.check();
  expect(back.shown()).toEqual(["unknown", "plan"]);
  await back.pay("plan", "hosted");
  expect(back.shown()).toEqual(["unknown", "plan"]);
  bank.disturb = () => null;
  await back.check();
  expect(back.shown()).toEqual(["paid", "plan"]);
  expect(bank.checkouts).toHaveLength(1);
});

test("a page that outlives its session cannot know what was paid in it", async () => {
  const first = shop();
  await first.leave("plan");
  become("paid");
  const cookies = fakeCookies({ [SESSION_COOKIE]: "s-1" });
  const back = shop({ backend: first.backend, cookies });
  const { answer } = server();
  server().answer = () => ({ status: 500 });
  await back.settle("c-1");
  cookies.values.delete(SESSION_COOKIE);
  const headers = { [SESSION_HEADER]: "s-2" };
  server().answer = () => ({ ...problem(404, "checkout-unknown"), headers });
  await back.check();
  expect(back.shown()).toEqual(["unknown", "plan"]);
  cookies.values.set(SESSION_COOKIE, "s-1");
  server().answer = answer;
  await back.check();
  expect(back.shown()).toEqual(["paid", "plan"]);
});

test("with storage lost, the server's word still counts, and paying again asks it first", async () => {
  const first = shop();
  await first.leave("plan");
  const back = shop();
  await back.settle("c-1");
  expect(back.shown()).toEqual(["unknown", null]);
  become("paid");
  await back.pay("plan", "hosted");
  expect(back.shown()).toEqual(["paid", "plan"]);
  expect(back.isPurchased()).toBe(true);
  expect(bank.checkouts).toHaveLength(1);
});

test("left by Back, the same offer uses the same pair and key; the visitor may pay", async () => {
  const first = shop();
  await first.leave("plan");
  const back = shop({ backend: first.backend });
  await back.settle(null);
  expect(back.shown()).toEqual(["idle", "plan"]);
  await back.leave("plan");
  expect(new Set(keys()).size).toBe(1);
  expect(back.assigned).toEqual(first.assigned);
  expect(bank.checkouts).toHaveLength(1);
});

test("bfcache: the page unlocks and asks again", async () => {
  const { leave, events, settle, shown } = shop();
  await leave("plan");
  expect(shown()).toEqual(["pending", "plan"]);
  become("paid");
  events.dispatchEvent(
    Object.assign(new Event("pageshow"), { persisted: true }),
  );
  await settle(null);
  expect(shown()).toEqual(["paid", "plan"]);
});

test("a payment page that cannot be reached is said so after 15 seconds, and unlocks the offer", async () => {
  const waits: number[] = [];
  const { pay, shown } = shop({
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  await pay("plan", "hosted");
  expect(waits).toEqual([LEAVE_WAIT_MS]);
  expect(LEAVE_WAIT_MS).toBe(15_000);
  expect(shown()).toEqual(["unreachable", "plan"]);
});

test("another plan is not charged when the first one turns out to be paid", async () => {
  const first = shop();
  await first.leave("plan");
  const back = shop({ backend: first.backend });
  become("paid");
  await back.pay("trial", "hosted");
  expect(back.shown()).toEqual(["paid", "plan"]);
  expect(bank.checkouts).toHaveLength(1);
});

test.each(["declined", "cancelled"] as const)(
  "after %s the next try has a new key",
  async (status) => {
    const first = shop();
    await first.leave("plan");
    become(status);
    const back = shop({ backend: first.backend });
    await back.settle("c-1");
    await back.leave("plan");
    expect(new Set(keys()).size).toBe(2);
  },
);

test("what was paid is not paid again: Back to the offer and a click go on", async () => {
  const first = shop();
  await first.leave("plan");
  become("paid");
  const back = shop({ backend: first.backend });
  await back.settle("c-1");
  expect(back.store.set(takeOutcomeAtom, OFFER, "paid")).toBe(true);
  expect(back.store.set(takeOutcomeAtom, OFFER, "paid")).toBe(false);
  await back.settle(null);
  expect(back.shown()).toEqual(["idle", "plan"]);
  await back.pay("plan", "hosted");
  expect(back.shown()).toEqual(["paid", "plan"]);
  expect(bank.checkouts).toHaveLength(1);
});

test.each(["initiate-checkout", "make-stripe-subscription"])(
  "%s fails: nothing was charged, and the next try has the same pair",
  async (failing) => {
    bank.disturb = ({ path }) =>
      path.endsWith(failing) ? { status: 500 } : null;
    const { pay, shown, assigned } = shop();
    await pay("plan", "hosted");
    expect(shown()).toEqual(["unreachable", "plan"]);
    bank.disturb = () => null;
    void pay("plan", "hosted");
    await until(() => assigned.length === 1);
    expect(bank.checkouts).toHaveLength(1);
    expect(
      new Set(server().calls.flatMap(({ body }) => Object(body).event_id ?? []))
        .size,
    ).toBe(1);
  },
);

test("a price that the server refuses gets a new pair at the next try", async () => {
  bank.disturb = ({ path }) =>
    path.endsWith("initiate-checkout") ? problem(422, "event-reused") : null;
  const { pay, shown, store } = shop();
  await pay("plan", "hosted");
  expect(shown()).toEqual(["unreachable", "plan"]);
  expect(store.get(checkoutStored.state).attempts).toEqual([]);
});

test.each(["javascript:alert(1)", "data:text/html,x", "http://evil.example/"])(
  "the visitor is never sent to %s",
  async (url) => {
    bank.disturb = ({ path }) =>
      path.endsWith("make-stripe-subscription")
        ? { body: { checkout_id: "c-9", url } }
        : null;
    const { pay, shown, assigned } = shop();
    await pay("plan", "hosted");
    expect(assigned).toEqual([]);
    expect(shown()).toEqual(["unknown", "plan"]);
  },
);

test("a server that cannot be asked: unknown on the way back, and after a reload", async () => {
  const first = shop();
  await first.leave("plan");
  server().answer = () => ({ status: 500 });
  const back = shop({ backend: first.backend });
  await back.settle("c-1");
  expect(back.shown()).toEqual(["unknown", "plan"]);
  const reload = shop({ backend: first.backend });
  await reload.settle(null);
  expect(reload.shown()).toEqual(["unknown", "plan"]);
  await reload.pay("plan", "hosted");
  expect(reload.shown()).toEqual(["unknown", "plan"]);
  expect(bank.checkouts).toHaveLength(1);
});

test("a late mount does not wipe away what is shown", async () => {
  const first = shop();
  await first.leave("plan");
  const back = shop({ backend: first.backend });
  await back.settle("c-1");
  await back.settle(null);
  expect(back.shown()).toEqual(["unknown", "plan"]);
});

test("nothing personal is logged, and no email is in an address", async () => {
  server().answer = () => ({ status: 500 });
  const { pay } = shop();
  await pay("plan", "hosted");
  expect(logged()).not.toContain("a@b");
  expect(
    JSON.stringify(server().calls.map(({ path, headers }) => [path, headers])),
  ).not.toContain("a@b");
});

const keptEvent = ({ store }: ReturnType<typeof shop>) =>
  store.get(checkoutStored.state).lastPurchaseEventId;

/** What was told of purchases: product and event. */
const purchases = ({ store }: ReturnType<typeof shop>) =>
  store
    .get(eventsAtom)
    .flatMap((event) =>
      event.kind === "purchase"
        ? [[event.properties["product"], event.properties["event_id"]]]
        : [],
    );

const converted = () =>
  server()
    .calls.filter(({ path }) => path === "/ab/process-conversion")
    .map(({ body }) => body);

test("a payment that the server calls paid is a conversion of the side that was shown, once", async () => {
  const side = { variable_block: "ab_dat2_oto_22", component: "A" };
  const first = shop();
  first.backend.setItem(AB_CONFIGURATION_KEY, JSON.stringify(side));
  await first.leave("plan");
  const back = shop({ backend: first.backend });
  await back.settle("c-1");
  expect(converted()).toEqual([]);
  become("paid");
  await back.settle("c-1");
  await until(() => converted().length === 1);
  await back.pay("plan", "hosted");
  expect(converted()).toEqual([side]);
});

test("a payment that the server calls paid is told to analytics with its tracking payload, once", async () => {
  const first = shop();
  await first.leave("plan");
  const back = shop({ backend: first.backend });
  await back.settle("c-1");
  expect(back.store.get(eventsAtom)).toEqual([]);
  become("paid");
  await back.settle("c-1");
  await back.settle("c-1");
  expect(back.store.get(eventsAtom)).toEqual([
    {
      kind: "purchase",
      properties: expect.objectContaining({
        product: "plan",
        event_id: back.store.get(checkoutStored.state).lastPurchaseEventId,
        device_id: expect.any(String),
      }),
    },
  ]);
});

test.each([true, false])(
  "a purchase is kept until it is told, where somebody is told of purchases: %s",
  async (analytics) => {
    const funnel = funnelWith({ analytics });
    const first = shop({ funnel });
    await first.leave("plan");
    become("paid");
    const back = shop({ backend: first.backend, funnel });
    await back.settle("c-1");
    const [told] = back.store.get(eventsAtom);
    const properties = told?.kind === "purchase" ? told.properties : null;
    expect(properties).toMatchObject({ event_id: keptEvent(back) });
    const kept = JSON.parse(first.backend.getItem("checkout") ?? "").untold;
    expect(kept).toEqual(analytics ? [{ properties, vendors: null }] : []);
  },
);

test("two offers paid in turn: each purchase is told with the event of its own payment", async () => {
  const upsell = "calm/focus/upsell";
  const first = shop();
  await first.leave("plan");
  await first.leave("extra", { offer: upsell });
  const { attempts } = first.store.get(checkoutStored.state);
  for (const checkout of bank.checkouts) checkout.status = "paid";
  const back = shop({ backend: first.backend });
  await back.settle("c-1");
  expect(keptEvent(back)).toBe(attempts[0]?.eventId);
  await back.store.set(settleAtom, upsell, "c-2");
  expect(keptEvent(back)).toBe(attempts[1]?.eventId);
  // What was told before is told no more, and is not the last one.
  await back.settle("c-1");
  expect(keptEvent(back)).toBe(attempts[1]?.eventId);
  expect(purchases(back)).toEqual(
    attempts.map(({ eventId, order }) => [order.product, eventId]),
  );
});

test("a purchase whose attempt has made room for another one is told once, with no other's event", async () => {
  const first = shop();
  await first.leave("plan");
  await shop({ backend: first.backend }).leave("trial");
  const { lastPurchaseEventId } = JSON.parse(
    first.backend.getItem("checkout") ?? "",
  );
  become("paid");
  const back = shop({ backend: first.backend });
  await back.settle("c-1");
  const later = shop({ backend: first.backend });
  await later.settle("c-1");
  expect(later.shown()).toEqual(["paid", "plan"]);
  const told = [...purchases(back), ...purchases(later)];
  expect(told).toEqual([["plan", keptEvent(later)]]);
  expect(told).not.toEqual([["plan", lastPurchaseEventId]]);
});

test("where there is no experiment, a payment is no conversion", async () => {
  const first = shop();
  await first.leave("plan");
  become("paid");
  const back = shop({
    backend: first.backend,
    funnel: funnelWith({ experiments: [] }),
  });
  await back.settle("c-1");
  expect(back.isPurchased()).toBe(true);
  expect(logged()).not.toContain("AB configuration");
});

test("whoever was paying when a new version was put online goes on with the same pair, key and body", async () => {
  const meta = { event_id: "e-before", value: "/quiz-focus/oto" };
  const attempt = {
    order: {
      offer: OFFER,
      product: "extra",
      price: 1999,
      currency: "USD",
      email: "a@b.co",
      checkout: "stripe",
    },
    eventId: "e-before",
    checkoutId: "k-before",
    reference: null,
    details: {
      returnPath: "/quiz-focus/oto",
      city: "York",
      country: "United Kingdom",
      postCode: "Y1",
      meta,
    },
    payment: null,
    paid: false,
  };
  const backend = new FakeStorage();
  backend.setItem("checkout", JSON.stringify({ attempts: [attempt] }));
  const { leave } = shop({ backend });
  await leave("extra");
  expect(keys()).toEqual(["k-before"]);
  expect(server().calls.map(({ body }) => body)).toEqual([
    { product: "extra", price: 1999, currency: "USD", event_id: "e-before" },
    { product: "extra", return_path: "/quiz-focus/oto", meta },
  ]);
  expect(JSON.parse(backend.getItem("checkout") ?? "").attempts).toEqual([
    { ...attempt, payment: "c-1", isUnknown: false },
  ]);
});
