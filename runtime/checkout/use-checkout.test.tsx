// @vitest-environment happy-dom
import { act, cleanup } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { PageWith } from "../../generated/names.ts";
import { fakeCookies } from "../testing/cookies.ts";
import {
  pageTests,
  type ShowOptions,
  untilShown,
} from "../testing/harness.tsx";
import { NO_JOURNEY } from "../core/journey.ts";
import { journeyKey } from "../core/storage-keys.ts";
import { funnel, funnelWith } from "../testing/funnel.ts";
import { useFlow } from "../hooks/use-flow.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import { Bank, problem } from "../testing/bank.ts";
import { useCheckout } from "./use-checkout.ts";

const OTO = "/quiz-focus/oto";
const UPSELL = "/quiz-focus/upsell";
const { paths, server, watch } = pageTests();
const bank = new Bank();
beforeEach(() => {
  bank.open();
  server().answer = bank.answer;
});

/** An offer with two users of the hook, as a page and its section are. */
function offer(options: ShowOptions) {
  const { now, ...shown } = watch(usePageAndSection, options);
  return { ...shown, now: () => now().checkout, flow: () => now().flow };
}

const calls = (name: string) =>
  paths().filter((path) => path.includes(name)).length;
/** What the page said one after the other. */
const statusesOf = (seen: ReturnType<typeof offer>["seen"]) =>
  seen
    .map(({ checkout }) => checkout.status)
    .filter((status, i, all) => status !== all[i - 1]);
const become = (status: Bank["next"]) => {
  for (const checkout of bank.checkouts) checkout.status = status;
};

async function leaveFor(code: string, at: string) {
  const { now, assigned, backend } = offer({ at: [at] });
  act(() => now().pay(code, "hosted"));
  await untilShown(() => assigned.length === 1);
  cleanup();
  return backend;
}

test("idle as prerendered; ten clicks open one payment page, at the price that is shown", async () => {
  const { seen, now, assigned } = offer({ at: [`${OTO}?utm_source=x`] });
  expect(seen[0]?.checkout).toMatchObject({ status: "idle", product: null });
  act(() => {
    for (let clicks = 0; clicks < 10; clicks += 1) now().pay("plan", "hosted");
  });
  expect(now()).toMatchObject({ status: "pending", product: "plan" });
  await untilShown(() => assigned.length === 1);
  expect(calls("initiate-checkout")).toBe(1);
  const [initiated, opened] = server().calls.filter(
    ({ method }) => method === "POST",
  );
  expect(initiated?.body).toMatchObject({
    product: "plan",
    price: 3999,
    currency: "USD",
  });
  expect(opened?.body).toMatchObject({ return_path: `${OTO}?utm_source=x` });
});

test("paid: the visitor goes on once, and the address forgets the payment", async () => {
  const backend = await leaveFor("plan", OTO);
  become("paid");
  const { here, trail, seen } = offer({
    at: [`${OTO}?a=1&checkout=c-1`],
    backend,
  });
  await untilShown(() => here() === `${UPSELL}?a=1`);
  expect(statusesOf(seen)).toEqual(["idle", "pending", "idle"]);
  expect(trail).toEqual([
    `${OTO}?a=1&checkout=c-1`,
    `${OTO}?a=1`,
    `${UPSELL}?a=1`,
  ]);
  expect(calls("checkout-status")).toBe(1);
});

test("cancelled: the visitor stays, and is told", async () => {
  const backend = await leaveFor("plan", OTO);
  become("cancelled");
  const { now, here } = offer({ at: [`${OTO}?checkout=c-1`], backend });
  await untilShown(() => now().status === "cancelled");
  expect(now().product).toBe("plan");
  expect(here()).toBe(OTO);
});

test("declined: where there is no way for it, the visitor stays and is told", async () => {
  const backend = await leaveFor("plan", OTO);
  become("declined");
  const { now, here } = offer({ at: [`${OTO}?checkout=c-1`], backend });
  await untilShown(() => now().status === "declined");
  expect(here()).toBe(OTO);
});

test("declined: where there is one, the visitor is led there once", async () => {
  bank.saved = true;
  bank.next = "declined";
  const { now, trail, seen } = offer({ at: [UPSELL] });
  act(() => now().pay("extra", "saved"));
  await untilShown(() => trail.at(-1) === OTO);
  expect(trail).toEqual([UPSELL, OTO]);
  expect(statusesOf(seen)).toEqual(["idle", "pending", "idle"]);
  expect(now().status).toBe("idle");
});

test("one tap: charged and gone on; Back and a second tap charge nothing", async () => {
  bank.saved = true;
  const first = offer({ at: [UPSELL] });
  act(() => first.now().pay("extra", "saved"));
  await untilShown(() => first.here() === "/quiz-focus/thanks");
  cleanup();
  const again = offer({ at: [UPSELL], backend: first.backend });
  expect(again.now().status).toBe("idle");
  act(() => again.now().pay("extra", "saved"));
  await untilShown(() => again.here() === "/quiz-focus/thanks");
  expect(bank.charges).toBe(1);
  expect(calls("make-charge")).toBe(1);
});

test("reload while a payment is open: asked once, then free to choose", async () => {
  const backend = await leaveFor("plan", OTO);
  const { now } = offer({ at: [OTO], backend });
  expect(now().status).toBe("pending");
  await untilShown(() => now().status === "idle");
  expect(calls("checkout-status")).toBe(1);
});

test("a payment that nobody could be asked about on arrival is asked about once the network is back", async () => {
  const backend = await leaveFor("plan", OTO);
  become("paid");
  server().answer = () => ({ status: 501 });
  const { now, here } = offer({ at: [OTO], backend });
  await untilShown(() => now().status === "idle");
  server().answer = bank.answer;
  act(() => void window.dispatchEvent(new Event("online")));
  await untilShown(() => here() === UPSELL);
  expect(calls("checkout-status")).toBe(2);
});

test("back by the browser's cache: the state is read again", async () => {
  const { now, assigned, events, here } = offer({ at: [OTO] });
  act(() => now().pay("plan", "hosted"));
  await untilShown(() => assigned.length === 1);
  become("paid");
  act(
    () =>
      void events.dispatchEvent(
        Object.assign(new Event("pageshow"), { persisted: true }),
      ),
  );
  await untilShown(() => here() === UPSELL);
  expect(calls("checkout-status")).toBe(1);
});

test("a payment id that is none is taken out of the address, and nothing is asked", async () => {
  const { here, now } = offer({ at: [`${OTO}?checkout=../x`] });
  await untilShown(() => here() === OTO);
  expect(now().status).toBe("idle");
  expect(calls("checkout-status")).toBe(0);
});

test("a payment that nobody here remembers can be asked about again", async () => {
  await leaveFor("plan", OTO);
  server().answer = () => problem(404, "checkout-unknown");
  const { now } = offer({
    at: [`${OTO}?checkout=c-1`],
    cookies: fakeCookies(),
  });
  await untilShown(() => now().status === "unknown");
  server().answer = bank.answer;
  become("cancelled");
  act(() => now().check());
  await untilShown(() => now().status === "cancelled");
  expect(now().product).toBe("plan");
});

test("an outcome that comes after the visitor has left moves nobody", async () => {
  bank.saved = true;
  const held: (() => void)[] = [];
  server().answer = async (call) => {
    if (call.path.includes("make-charge")) {
      await new Promise<void>((resolve) => held.push(resolve));
    }
    return bank.answer(call);
  };
  const { now, flow, store, trail } = offer({ at: [OTO] });
  act(() => now().pay("extra", "saved"));
  await untilShown(() => calls("make-charge") === 1);
  act(() => flow().go("decline"));
  for (const resolve of held) resolve();
  await untilShown(() => store.get(checkoutStored.state).isPurchased);
  expect(now().status).toBe("idle");
  expect(trail).toEqual([OTO, "/quiz-focus/thanks"]);
});

test("a payment page that is ready after the visitor has left the offer does not open, and is there for the next tap", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server().answer = async (call) => {
    const reply = bank.answer(call);
    if (call.path.includes("make-stripe")) await held;
    return reply;
  };
  const first = offer({ at: [OTO] });
  act(() => first.now().pay("plan", "hosted"));
  await untilShown(() => calls("make-stripe") === 1);
  act(() => first.flow().go("decline"));
  release();
  await untilShown(
    () => first.store.get(checkoutStored.state).attempts[0]?.payment === "c-1",
  );
  cleanup();
  const again = offer({ at: [OTO], backend: first.backend });
  await untilShown(() => again.now().status === "idle");
  act(() => again.now().pay("plan", "hosted"));
  await untilShown(() => again.assigned.length === 1);
  expect(first.assigned).toEqual([]);
  expect(bank.checkouts).toHaveLength(1);
});

/** The fixture, in which who answers "male" is sold nothing. */
function dangerous() {
  const notAfter = [{ kind: "answer", step: "gender", in: ["male"] }];
  const steps = funnel.steps.map((step) =>
    step.id === "oto" ? { ...step, notAfter } : step,
  );
  return funnelWith({ steps });
}

/** Another tab stores an answer. */
function answerElsewhere(
  { backend, events }: ReturnType<typeof offer>,
  gender: string,
): void {
  const key = journeyKey(funnel);
  const journey = { ...NO_JOURNEY, answers: { gender } };
  backend.setItem(key, JSON.stringify(journey));
  act(() => {
    events.dispatchEvent(Object.assign(new Event("storage"), { key }));
  });
}

test("an answer of danger in another tab leads away from an offer that is open, any other does not", async () => {
  const shown = offer({ at: [OTO], funnel: dangerous() });
  const { here, trail } = shown;
  answerElsewhere(shown, "female");
  expect(here()).toBe(OTO);
  answerElsewhere(shown, "male");
  await untilShown(() => here() !== OTO);
  expect(trail).toEqual([OTO, "/quiz-focus/3-habits"]);
});

test("whoever is paying meanwhile stays until it is known what becomes of it", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server().answer = async (call) => {
    if (call.path.includes("initiate-checkout")) await held;
    return { status: 404 };
  };
  const shown = offer({ at: [OTO], funnel: dangerous() });
  const { here, now } = shown;
  act(() => now().pay("plan", "hosted"));
  answerElsewhere(shown, "male");
  expect(now().status).toBe("pending");
  expect(here()).toBe(OTO);
  release();
  await untilShown(() => here() !== OTO);
});

function usePageAndSection() {
  return {
    section: useCheckout(),
    checkout: useCheckout(),
    flow: useFlow<PageWith<"decline">>(),
  };
}
