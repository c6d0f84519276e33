// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Order } from "../core/attempt.ts";
import { resumeAtom } from "../state/visit.ts";
import { problem } from "../testing/bank.ts";
import { shopTests } from "../testing/shop.ts";
import { until } from "../testing/visit.ts";

const { bank, become, keys, logged, paths, server, shop } = shopTests();

interface Sent {
  readonly action: string;
  readonly method: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
let sent: Sent[] = [];
const submit = vi.spyOn(HTMLFormElement.prototype, "submit");
beforeEach(() => {
  sent = [];
  submit.mockImplementation(function (this: HTMLFormElement) {
    const { action, method } = this;
    const fields = Object.fromEntries(new FormData(this));
    expect(this.isConnected).toBe(true);
    sent.push({ action, method, fields });
  });
});
afterEach(() => submit.mockReset());

const VIA_FORM = { checkout: "max-pay" } as const satisfies Partial<Order>;
type Shop = ReturnType<typeof shop>;
const pay = ({ pay: by }: Shop, code = "plan") => by(code, "hosted", VIA_FORM);

/** Starts to pay, and waits until the form is on its way. */
async function leave(visitor: Shop, code?: string): Promise<void> {
  const before = sent.length;
  void pay(visitor, code);
  await until(() => sent.length > before);
}

test("the form is asked for by product and key, and sent as it came", async () => {
  const visitor = shop();
  await leave(visitor);
  expect(paths()).toEqual(["initiate-checkout", "form"]);
  const [, asked] = server().calls;
  expect(asked?.path).toBe("/max-pay/form");
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({
    product_id: "plan",
  });
  expect(sent).toEqual([
    {
      action: "https://calm.example/max-pay/start",
      method: "post",
      fields: { order: "c-1", submit: "x", signature: "s" },
    },
  ]);
  expect(document.forms).toHaveLength(0);
  expect(visitor.assigned).toEqual([]);
  expect(visitor.shown()).toEqual(["pending", "plan"]);
});

test("what is paid already leads back by a form that fetches the page", async () => {
  const visitor = shop();
  const { answer } = server();
  server().answer = async (call) =>
    call.path === "/max-pay/form"
      ? {
          body: {
            checkout_id: "c-1",
            formData: {
              action: "/quiz-focus/oto",
              method: "GET",
              fields: { checkout: "c-1" },
            },
          },
        }
      : answer(call);
  await leave(visitor);
  expect(sent).toEqual([
    {
      action: "https://calm.example/quiz-focus/oto",
      method: "get",
      fields: { checkout: "c-1" },
    },
  ]);
});

test("ten clicks send one form", async () => {
  const visitor = shop();
  for (let clicks = 0; clicks < 10; clicks += 1) void pay(visitor);
  await until(() => sent.length === 1);
  expect(paths()).toEqual(["initiate-checkout", "form"]);
});

test.each(["paid", "declined", "cancelled"] as const)(
  "back from the payment page: %s is the server's word",
  async (status) => {
    const first = shop();
    await leave(first);
    become(status);
    const back = shop({ backend: first.backend });
    await back.settle("c-1");
    expect(back.shown()).toEqual([status, "plan"]);
    expect(back.isPurchased()).toBe(status === "paid");
  },
);

test("after a decline the next form is that of a new payment", async () => {
  const first = shop();
  await leave(first);
  become("declined");
  const back = shop({ backend: first.backend });
  await back.settle("c-1");
  await leave(back);
  expect(new Set(keys()).size).toBe(2);
  expect(sent.map(({ fields }) => fields["order"])).toEqual(["c-1", "c-2"]);
});

test.each([
  ["by Back from the browser's cache", "resume"],
  ["by a reload", "reload"],
  ["in a second tab", "tab"],
] as const)(
  "%s, an open payment is asked about and its form sent again",
  async (_, how) => {
    const first = shop();
    const second = how === "tab" ? shop({ backend: first.backend }) : null;
    await leave(first);
    let back = second ?? first;
    if (how === "resume") {
      first.store.set(resumeAtom);
      await first.settle(null);
    }
    if (how === "reload") {
      back = shop({ backend: first.backend });
      await back.settle(null);
      expect(back.shown()).toEqual(["idle", "plan"]);
    }
    await leave(back);
    expect(new Set(keys()).size).toBe(1);
    expect(sent.map(({ fields }) => fields["order"])).toEqual(["c-1", "c-1"]);
    expect(bank.checkouts).toHaveLength(1);
  },
);

test("paid in another tab: the next click sends no form", async () => {
  const first = shop();
  await leave(first);
  become("paid");
  const tab = shop({ backend: first.backend });
  await pay(tab);
  expect(tab.shown()).toEqual(["paid", "plan"]);
  expect(sent).toHaveLength(1);
});

test.each([
  ["the call fails", { status: 500 }],
  ["it is cut off", { kind: "drop" }],
  ["it talks nonsense", { body: { formData: {} } }],
  ["the way is not set up", { status: 503 }],
] as const)(
  "no form, because %s: logged and said; the next try has the same key",
  async (_, reply) => {
    bank.disturb = ({ path }) => (path === "/max-pay/form" ? reply : null);
    const visitor = shop();
    await pay(visitor);
    expect(visitor.shown()).toEqual(["unreachable", "plan"]);
    expect(logged()).toContain("the payment form could not be had");
    expect(sent).toEqual([]);
    bank.disturb = () => null;
    await leave(visitor);
    expect(new Set(keys()).size).toBe(1);
    expect(bank.checkouts).toHaveLength(1);
  },
);

test("a form that is refused as it stands gets a new key the next time", async () => {
  bank.disturb = ({ path }) =>
    path === "/max-pay/form" ? problem(422, "event-reused") : null;
  const visitor = shop();
  await pay(visitor);
  expect(visitor.shown()).toEqual(["unreachable", "plan"]);
  bank.disturb = () => null;
  await leave(visitor);
  expect(new Set(keys()).size).toBe(2);
});

test("a form that leads to no web page is not sent", async () => {
  const fields = { order: "c-1" };
  const formData = { action: "javascript:alert(1)", method: "POST", fields };
  bank.disturb = ({ path }) =>
    path === "/max-pay/form"
      ? { body: { checkout_id: "c-1", formData } }
      : null;
  const visitor = shop();
  await pay(visitor);
  expect(visitor.shown()).toEqual(["unknown", "plan"]);
  expect(sent).toEqual([]);
});

test("on another payment page than before, the offer gets its own pair and key", async () => {
  const first = shop();
  await first.leave("plan");
  const mirror = shop({ backend: first.backend });
  await leave(mirror);
  expect(new Set(keys()).size).toBe(2);
  expect(bank.checkouts).toHaveLength(2);
});
