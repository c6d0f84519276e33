import { expect, test } from "vitest";
import { checkoutStored } from "../state/checkout-store.ts";
import { fakeCookies } from "../testing/cookies.ts";
import { resumeAtom } from "../state/visit.ts";
import { problem } from "../testing/bank.ts";
import { OFFER, shopTests } from "../testing/shop.ts";
import { takeOutcomeAtom } from "./run.ts";
import { until } from "../testing/visit.ts";

const { bank, become, paths, server, shop } = shopTests();

test("one tap charges the saved method, with its headers", async () => {
  bank.saved = true;
  const { pay, shown, isPurchased, store } = shop({
    href: "https://calm.example/quiz-focus/upsell",
  });
  await pay("extra", "saved");
  expect(shown()).toEqual(["paid", "extra"]);
  expect(isPurchased()).toBe(true);
  const charge = server().calls.find(({ path }) =>
    path.includes("make-charge"),
  );
  const { lastPurchaseEventId } = store.get(checkoutStored.state);
  expect(charge?.headers).toMatchObject({
    "x-visitor-id": "v-1",
    "x-event-id": lastPurchaseEventId,
  });
});

test("without a saved method one tap leads to the payment page", async () => {
  const { pay, assigned } = shop();
  void pay("extra", "saved");
  await until(() => assigned.length === 1);
  expect(paths()).toEqual(["initiate-checkout", "make-stripe-checkout"]);
});

test("a reference that the server does not know leads to the payment page", async () => {
  bank.saved = true;
  bank.disturb = ({ path }) =>
    path.includes("make-charge") ? problem(404, "reference-unknown") : null;
  const { pay, assigned } = shop();
  void pay("extra", "saved");
  await until(() => assigned.length === 1);
  expect(paths().at(-1)).toBe("make-stripe-checkout");
});

test("a declined charge says so, and the next try has a new reference", async () => {
  bank.saved = true;
  bank.next = "declined";
  const { pay, shown } = shop();
  await pay("extra", "saved");
  expect(shown()).toEqual(["declined", "extra"]);
  bank.next = "paid";
  await pay("extra", "saved");
  expect(shown()).toEqual(["paid", "extra"]);
  expect(bank.checkouts.map(({ status }) => status)).toEqual([
    "declined",
    "paid",
  ]);
});

test("a charge that needs authentication: the next click leads to the bank, not to a second charge", async () => {
  bank.saved = true;
  bank.next = "needs_authentication";
  const { pay, shown, assigned } = shop();
  await pay("extra", "saved");
  expect(shown()).toEqual(["needs-authentication", "extra"]);
  void pay("extra", "saved");
  await until(() => assigned.length === 1);
  expect(assigned).toEqual(["https://calm.example/pay/c-1"]);
  expect(bank.checkouts).toHaveLength(1);
});

test.each(["declined", "cancelled"] as const)(
  "confirming what the bank says is %s by now tells so, and charges only at the next tap",
  async (status) => {
    bank.saved = true;
    bank.next = "needs_authentication";
    const { pay, shown } = shop();
    await pay("extra", "saved");
    become(status);
    bank.next = "paid";
    await pay("extra", "saved");
    expect(shown()).toEqual([status, "extra"]);
    expect(bank.checkouts).toHaveLength(1);
    await pay("extra", "saved");
    expect(shown()).toEqual(["paid", "extra"]);
  },
);

test("the answer of a charge is lost: unknown, and the next click charges nothing twice", async () => {
  bank.saved = true;
  let lost = 0;
  bank.disturb = ({ path }) =>
    path.includes("make-charge") && (lost += 1) === 1 ? { kind: "drop" } : null;
  const { pay, shown } = shop();
  await pay("extra", "saved");
  expect(shown()).toEqual(["unknown", "extra"]);
  expect(bank.charges).toBe(1);
  await pay("extra", "saved");
  expect(shown()).toEqual(["paid", "extra"]);
  expect(bank.charges).toBe(1);
});

test("a charge whose answer is lost is asked about, and never charged by asking", async () => {
  bank.saved = true;
  bank.disturb = ({ path }) =>
    path.includes("make-charge") ? { kind: "drop" } : null;
  const { pay, check, shown } = shop();
  await pay("extra", "saved");
  await check();
  expect(shown()).toEqual(["paid", "extra"]);
  expect(paths().filter((path) => path === "make-charge")).toHaveLength(1);
});

test("what never reached the bank is sold again by its own button, not by asking", async () => {
  bank.saved = true;
  const { pay, check, shown } = shop();
  const { answer } = server();
  server().answer = (call) =>
    call.path.includes("make-charge") ? { kind: "drop" } : answer(call);
  await pay("extra", "saved");
  server().answer = () => ({ status: 500 });
  await check();
  expect(shown()).toEqual(["unknown", "extra"]);
  server().answer = answer;
  await check();
  expect(shown()).toEqual(["nothing-found", "extra"]);
  expect(bank.charges).toBe(0);
  await pay("extra", "saved");
  expect(shown()).toEqual(["paid", "extra"]);
  expect(bank.charges).toBe(1);
});

test("a charge whose answer is lost, and then what the browser had stored, is asked about and not made again", async () => {
  bank.saved = true;
  bank.disturb = ({ path }) =>
    path.includes("make-charge") ? { kind: "drop" } : null;
  const { pay, check, shown, backend } = shop();
  await pay("extra", "saved");
  expect(shown()).toEqual(["unknown", "extra"]);
  backend.clear();
  bank.disturb = () => null;
  await check();
  expect(shown()).toEqual(["paid", "extra"]);
  expect(bank.charges).toBe(1);
});

test("a charge whose answer is lost, and then the session, is not said to have failed", async () => {
  bank.saved = true;
  bank.disturb = ({ path }) =>
    path.includes("make-charge") ? { kind: "drop" } : null;
  const first = shop();
  await first.pay("extra", "saved");
  bank.saved = false;
  bank.disturb = ({ path }) =>
    path.endsWith("purchases")
      ? { body: { purchases: [], saved: false } }
      : path.includes("make-charge")
        ? { kind: "drop" }
        : null;
  const reload = shop({ backend: first.backend, cookies: fakeCookies() });
  await reload.settle(null);
  expect(reload.shown()).toEqual(["unknown", "extra"]);
  await reload.pay("extra", "saved");
  await reload.check();
  expect(reload.shown()).toEqual(["unknown", "extra"]);
  expect(bank.charges).toBe(1);
});

test("without a session before the page, what was to be charged there tells that nothing was", async () => {
  bank.saved = true;
  const { pay, check, shown } = shop({ cookies: fakeCookies() });
  const { answer } = server();
  server().answer = (call) =>
    call.path.includes("make-charge") ? { kind: "drop" } : answer(call);
  await pay("extra", "saved");
  await check();
  expect(shown()).toEqual(["nothing-found", "extra"]);
});

test("a reload in the middle of a charge asks, and charges nothing", async () => {
  bank.saved = true;
  bank.disturb = ({ path }) =>
    path.includes("make-charge") ? { kind: "drop" } : null;
  const first = shop();
  await first.pay("extra", "saved");
  const reload = shop({ backend: first.backend });
  await reload.settle(null);
  expect(reload.shown()).toEqual(["paid", "extra"]);
  expect(paths().filter((path) => path === "make-charge")).toHaveLength(1);
  expect(bank.charges).toBe(1);
});

test("a reload before the charge reached the bank charges nothing either", async () => {
  bank.saved = true;
  const first = shop();
  const { answer } = server();
  server().answer = (call) =>
    call.path.includes("make-charge") ? { kind: "drop" } : answer(call);
  await first.pay("extra", "saved");
  server().answer = answer;
  const reload = shop({ backend: first.backend });
  await reload.settle(null);
  expect(reload.shown()).toEqual(["idle", "extra"]);
  expect(bank.charges).toBe(0);
  await reload.pay("extra", "saved");
  expect(bank.charges).toBe(1);
});

test("the same product bought at another offer is not taken for this one", async () => {
  bank.saved = true;
  const first = shop();
  await first.pay("extra", "saved", { offer: "calm/focus/upsell" });
  const { answer } = server();
  server().answer = (call) =>
    call.path.includes("make-charge") ? { kind: "drop" } : answer(call);
  await first.pay("extra", "saved");
  server().answer = answer;
  const reload = shop({ backend: first.backend });
  await reload.settle(null);
  expect(reload.shown()).toEqual(["idle", "extra"]);
});

test("the first of what may be bought again is not taken for a second one that never came through", async () => {
  bank.saved = true;
  const again = { repeatable: true } as const;
  const { pay, check, shown, store } = shop();
  await pay("extra", "saved", {}, again);
  expect(store.set(takeOutcomeAtom, OFFER, "paid")).toBe(true);
  const { answer } = server();
  server().answer = (call) =>
    call.path.includes("make-charge") ? { kind: "drop" } : answer(call);
  await pay("extra", "saved", {}, again);
  server().answer = answer;
  await check();
  expect(shown()).toEqual(["nothing-found", "extra"]);
  await pay("extra", "saved", {}, again);
  expect(shown()).toEqual(["paid", "extra"]);
  expect(bank.charges).toBe(2);
});

test("a charge that is answered after the browser's cache gave the page back counts, and is not made again", async () => {
  bank.saved = true;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { answer } = server();
  server().answer = async (call) => {
    const reply = await answer(call);
    if (call.path.includes("make-charge")) await held;
    // The bank has it, its news is not here yet.
    if (call.path.endsWith("purchases")) return { body: { purchases: [] } };
    return reply;
  };
  const { pay, settle, shown, store, isPurchased } = shop();
  const paid = pay("extra", "saved");
  await until(() => paths().includes("make-charge"));
  store.set(resumeAtom);
  await settle(null);
  expect(shown()).toEqual(["idle", "extra"]);
  release();
  await paid;
  expect(isPurchased()).toBe(true);
  expect(shown()).toEqual(["idle", "extra"]);
  await pay("extra", "saved");
  expect(shown()).toEqual(["paid", "extra"]);
  expect(bank.charges).toBe(1);
  expect(paths().filter((path) => path === "make-charge")).toHaveLength(1);
});
