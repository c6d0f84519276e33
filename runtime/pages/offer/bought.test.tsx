// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CHECKOUT_KEY } from "../../core/storage-keys.ts";
import {
  buyButton,
  buys,
  clock,
  faq,
  plans,
  propsWith,
  radio,
  show,
  story,
} from "../../testing/offer.tsx";
import { paidOnce } from "../../testing/calls.ts";
import { funnel } from "../../testing/funnel.ts";
import { PAID } from "../../testing/payment-machine.ts";

const sections = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLElement>("[data-section]")].map(
    ({ dataset }) => dataset["section"],
  );
const purchase = {
  ...paidOnce,
  name: "12-week plan",
  paid_at: "2026-02-14T12:00:00.000Z",
};
const asked = (...purchases: object[]) => ({
  stored: { [CHECKOUT_KEY]: JSON.stringify({ isPurchased: true }) },
  answer: () => ({ saved: true, purchases }),
});

const OFFER = `${funnel.brand}/${funnel.id}/here`;
const one = { ...plans, plans: plans.plans.slice(1) };

test("a visitor who has bought the only plan is told so in its place, and led on as after paying", async () => {
  const { container, path } = show(
    propsWith({ sections: [story, clock, one, faq] }),
    asked(purchase),
  );
  await act(async () => undefined);
  expect(sections(container)).toEqual(["text", "faq"]);
  expect(buys()).toEqual([]);
  // Before all that is told of the plan.
  expect(
    screen
      .getByText("You have bought this")
      .compareDocumentPosition(screen.getByText("The story")),
  ).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole("button", { name: "No, thanks" })).toBeNull();
  expect(screen.queryByRole("button", { name: /See the price/ })).toBeNull();
  expect(
    screen.getByText(
      /^12-week plan\. You paid \$39\.99 today; there is nothing/,
    ),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(path()).toBe("/quiz/accepted?utm_source=ad");
});

test("of several plans, only the bought one is sold no more", async () => {
  const { container, path } = show(propsWith(), asked(purchase));
  await act(async () => undefined);
  expect(sections(container)).toEqual(["countdown", "plans", "text", "faq"]);
  expect([...new Set(buys())]).toEqual(["trial"]);
  expect(radio(/1 week/).checked).toBe(true);
  expect(screen.queryByRole("radio", { name: /12 weeks/ })).toBeNull();
  const said = screen.getByText(
    /^12-week plan\. You paid \$39\.99 today\. The other plans are below\.$/,
  );
  expect(said.compareDocumentPosition(radio(/1 week/))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(path()).toBe("/quiz/accepted?utm_source=ad");
});

test("another plan is bought beside the one that was paid once", async () => {
  const stored = { ...PAID, order: { ...PAID.order, offer: OFFER } };
  const { calls, path } = show(propsWith(), {
    stored: {
      [CHECKOUT_KEY]: JSON.stringify({ isPurchased: true, attempts: [stored] }),
    },
    answer: (call) =>
      call === "/pay/purchases"
        ? { saved: true, purchases: [purchase] }
        : call === "/pay/checkout-status"
          ? { ...purchase, url: "/pay/c-1" }
          : new Promise(() => undefined),
  });
  await act(async () => undefined);
  await act(async () => void fireEvent.click(buyButton()));
  expect(calls.map((call) => call.path)).toContain("/pay/checkout-status");
  const { body } =
    calls.find((call) => call.path === "/visitor/initiate-checkout") ?? {};
  expect(body).toMatchObject({ product: "trial" });
  expect(path()).toBe("/quiz/here?utm_source=ad");
});

test("another plan that could not be paid for is tried again beside what was bought", async () => {
  const stored = { ...PAID, order: { ...PAID.order, offer: OFFER } };
  const isAway = { now: true };
  const { calls, path } = show(propsWith(), {
    stored: {
      [CHECKOUT_KEY]: JSON.stringify({ isPurchased: true, attempts: [stored] }),
    },
    answer: (call) =>
      call === "/pay/purchases"
        ? { saved: true, purchases: [purchase] }
        : call === "/pay/checkout-status"
          ? isAway.now
            ? Promise.reject(new TypeError("offline"))
            : { ...purchase, url: "/pay/c-1" }
          : new Promise(() => undefined),
  });
  await act(async () => undefined);
  await act(async () => void fireEvent.click(buyButton()));
  isAway.now = false;
  const again = screen.getByRole("button", { name: "Try again" });
  await act(async () => void fireEvent.click(again));
  const paths = calls.map((call) => call.path);
  expect(paths).toContain("/visitor/initiate-checkout");
  expect(path()).toBe("/quiz/here?utm_source=ad");
});

test.each([
  ["renews", { renewal: { everyDays: 84, amount: 3999 } }],
  ["is paused", { renewal: null, stopped: "paused" }],
])("beside a plan that %s, no other one is sold", async (_, plan) => {
  show(propsWith(), asked({ ...purchase, ...plan }));
  await act(async () => undefined);
  expect(buys()).toEqual([]);
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.getByText(/there is nothing to pay here\.$/)).toBeTruthy();
});

test.each([
  ["plan", null],
  ["extra", null],
  ["trial", "declined"],
])(
  "whoever has bought a plan reads of a payment for %s: %s",
  async (product, outcome) => {
    show(propsWith(), {
      ...asked({ ...purchase, product: "plan" }),
      payment: { status: "declined", product },
    });
    await act(async () => undefined);
    expect(screen.getByText("You have bought this")).toBeTruthy();
    expect(
      document.querySelector<HTMLElement>("[data-outcome]")?.dataset["outcome"],
    ).toBe(outcome ?? undefined);
  },
);

test("whoever got it back, or has bought something else, is offered the plans", async () => {
  show(
    propsWith(),
    asked(
      { ...purchase, status: "refunded", refunded: 3999 },
      { ...purchase, product: "journal" },
    ),
  );
  await act(async () => undefined);
  expect(buys()).not.toEqual([]);
  expect(screen.queryByText("You have bought this")).toBeNull();
});

test("nobody is asked about one who has paid nowhere", () => {
  const { calls } = show(propsWith());
  expect(calls.map(({ path }) => path)).not.toContain("/pay/purchases");
});
