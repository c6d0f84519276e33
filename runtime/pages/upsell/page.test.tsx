// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { CHECKOUT_KEY } from "../../core/storage-keys.ts";
import { RUN_MS } from "../../core/run-of-taps.ts";
import { journeyStored } from "../../state/journey.ts";
import { made } from "../../testing/made.ts";
import {
  hydrateOffer,
  type OfferSetting,
  renderOffer,
} from "../../testing/render-offer.tsx";
import { Page } from "./page.tsx";
import { paidOnce } from "../../testing/calls.ts";

const props = made<PageProps["upsell"]>({
  heading: "Add the sounds",
  text: [{ kind: "paragraph", children: ["Rain, wind and a slow river."] }],
  product: "extra",
  acceptLabel: "Add the sounds",
  declineLabel: "No, thanks",
});
const shown = { page: "upsell", props } as const;

const show = (setting?: OfferSetting, more: object = {}) => {
  const all = made<PageProps["upsell"]>({ ...props, ...more });
  return renderOffer(
    { page: "upsell", props: all },
    <Page {...all} />,
    setting,
  );
};
const accept = () => screen.getByRole("button", { name: /^Add the sounds/ });
/** The calls that pay; what was bought before is asked for beside them. */
const paying = <C extends { path: string }>(calls: readonly C[]) =>
  calls.filter(({ path }) => path !== "/pay/purchases");
const click = (element: HTMLElement) =>
  act(async () => void fireEvent.click(element));

test("the price stands on the button, its terms describe it", () => {
  show();
  expect(accept().textContent).toBe("Add the sounds for\u00a0$19.99");
  expect([accept().dataset["action"], accept().dataset["product"]]).toEqual([
    "accept",
    "extra",
  ]);
  const terms = document.getElementById(
    accept().getAttribute("aria-describedby") ?? "",
  );
  expect(terms?.textContent).toBe(
    "One payment of\u00a0$19.99. It does not renew.",
  );
});

test("what renews says so beside the button", () => {
  show({}, { product: "trial" });
  expect(
    screen.getByText(/it renews at \$29\.99 every month until you cancel/),
  ).toBeTruthy();
});

test("a price that changes under the finger hears no tap that was meant for the one before", () => {
  vi.useFakeTimers();
  const { store } = show(
    { journey: { promo: { id: "own", code: "CALM-1" } } },
    { product: "trial" },
  );
  const isHeard = (key: string, repeat = false) =>
    fireEvent.keyDown(accept(), { key, repeat });
  const isUnread = () => accept().closest("[data-unread]") !== null;
  act(() => vi.advanceTimersByTime(RUN_MS));
  expect([accept().textContent, isUnread()]).toEqual([
    "Add the sounds for\u00a0$8.99",
    false,
  ]);
  act(() =>
    store.set(journeyStored.state, (journey) => ({ ...journey, promo: null })),
  );
  expect([accept().textContent, isUnread()]).toEqual([
    "Add the sounds for\u00a0$9.99",
    true,
  ]);
  expect(isHeard("Enter")).toBe(false);
  expect(isHeard(" ")).toBe(false);
  expect(isHeard("Tab")).toBe(true);
  act(() => vi.advanceTimersByTime(RUN_MS));
  expect(isUnread()).toBe(false);
  expect(isHeard("Enter")).toBe(true);
  expect(isHeard("Enter", true)).toBe(false);
  vi.useRealTimers();
});

const bought = {
  ...paidOnce,
  name: "12-week plan",
  paid_at: "2026-02-13T12:00:00.000Z",
};
const of = (saved: boolean | undefined, ...purchases: object[]) => ({
  answer: (path: string) =>
    path === "/pay/purchases"
      ? { purchases, ...(saved !== undefined && { saved }) }
      : new Promise(() => undefined),
});
const told = () =>
  document.getElementById(accept().getAttribute("aria-describedby") ?? "")
    ?.textContent;
const ONCE = "One payment of\u00a0$19.99. It does not renew.";
const SAVED =
  "One payment of\u00a0$19.99, with the card or account you used here. It does not renew.";

test.each([
  [
    "whoever has a saved method reads that it is charged",
    of(true, bought),
    SAVED,
  ],
  ["whoever paid by what is not saved does not", of(false, bought), ONCE],
  ["nor does who has bought nothing", of(false), ONCE],
  ["an older server's word is what was bought", of(undefined, bought), SAVED],
  ["and that nothing was", of(undefined), ONCE],
])("%s", async (_, setting, words) => {
  show(setting);
  await act(async () => undefined);
  expect(told()).toBe(words);
});

test("until the server answers, a browser that remembers a purchase counts", () => {
  const stored = { [CHECKOUT_KEY]: JSON.stringify({ isPurchased: true }) };
  show({ stored, answer: () => new Promise(() => undefined) });
  expect(told()).toBe(SAVED);
});

test("what renews names what is charged as well", async () => {
  show(of(true, bought), { product: "trial" });
  await act(async () => undefined);
  expect(told()).toMatch(
    /^\$9\.99\u00a0today, with the card or account you used here\. After 1\u00a0week it renews/,
  );
});

test("what is bought is not offered again, and the page leads on as after paying", async () => {
  const { path } = show(of(true, { ...bought, product: "extra" }));
  await act(async () => undefined);
  expect(document.querySelector('[data-action="accept"]')).toBeNull();
  expect(document.querySelector('[data-action="decline"]')).toBeNull();
  expect(screen.getByText("You have bought this")).toBeTruthy();
  expect(
    screen.getByText(
      /^12-week plan\. You paid \$39\.99 on February 13; there is nothing/,
    ),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(path()).toBe("/quiz/accepted?utm_source=ad");
});

const extra = { ...bought, product: "extra" };

test("that it is bought stands before all that is said of it", async () => {
  show(of(true, extra));
  await act(async () => undefined);
  expect(
    screen
      .getByText("You have bought this")
      .compareDocumentPosition(screen.getByText(/^Rain, wind/)),
  ).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("of a purchase that was partly given back it says how much", async () => {
  show(of(true, { ...extra, status: "partly_refunded", refunded: 500 }));
  await act(async () => undefined);
  expect(
    screen.getByText(
      /You paid \$39\.99 on February 13, and \$5\.00.was refunded; there is/,
    ),
  ).toBeTruthy();
});

test.each([
  "declined",
  "cancelled",
  "unreachable",
  "unknown",
  "nothing-found",
] as const)(
  "of what is bought nothing is said that was %s, and the focus is kept",
  async (status) => {
    show({ ...of(true, extra), payment: { status, product: "extra" } });
    expect(document.activeElement?.getAttribute("data-outcome")).toBe(status);
    await act(async () => undefined);
    expect(document.querySelector("[data-outcome]")).toBeNull();
    expect(document.activeElement?.hasAttribute("data-bought")).toBe(true);
  },
);

test("the focus of the button that is gone is where it says so; any other stays", async () => {
  const { goTo } = show(of(true, extra));
  accept().focus();
  await act(async () => undefined);
  expect(document.activeElement?.hasAttribute("data-bought")).toBe(true);
  await goTo("/quiz/elsewhere");
  await goTo("/quiz/here");
  screen.getByRole("heading", { name: "Add the sounds" }).focus();
  await act(async () => undefined);
  expect(document.activeElement?.tagName).toBe("H1");
});

test.each([
  ["something else that is bought", bought],
  [
    "what was given back",
    { ...bought, product: "extra", status: "refunded", refunded: 3999 },
  ],
])("%s leaves the offer as it is", async (_, item) => {
  show(of(true, item));
  await act(async () => undefined);
  expect(accept()).toBeTruthy();
  expect(screen.queryByText("You have bought this")).toBeNull();
});

test("a tap that charges at once after a call that failed says how much", () => {
  show({ payment: { status: "unreachable", product: "extra" } });
  expect(
    screen.getByRole("button", { name: "Try again for\u00a0$19.99" }),
  ).toBeTruthy();
});

test("a regular price is struck through in words, too", () => {
  const { container } = show({}, { regular: "plan" });
  expect(container.querySelector("s")?.textContent).toBe(
    "Regular price $39.99",
  );
});

test("one tap begins one payment", async () => {
  const { calls } = show({ answer: () => new Promise(() => undefined) });
  fireEvent.click(accept());
  await click(accept());
  expect(paying(calls).map((call) => call.path)).toEqual([
    "/visitor/initiate-checkout",
  ]);
  expect(paying(calls)[0]?.body).toMatchObject({
    product: "extra",
    price: 1999,
  });
  expect(accept().getAttribute("aria-busy")).toBe("true");
});

test("No is one tap away, but not while a payment is under way", () => {
  const { path, settle } = show({
    payment: { status: "pending", product: "extra" },
  });
  const decline = screen.getByRole("button", { name: "No, thanks" });
  expect(decline.dataset["action"]).toBe("decline");
  fireEvent.click(decline);
  expect(path()).toBe("/quiz/here?utm_source=ad");
  settle({ status: "idle", product: null });
  fireEvent.click(decline);
  expect(path()).toBe("/quiz/declined?utm_source=ad");
});

test("paid goes on by itself", () => {
  const { path, settle } = show();
  settle({ status: "paid", product: "extra" });
  expect(path()).toBe("/quiz/accepted?utm_source=ad");
});

test("a confirmation that the bank asks for is asked for here", () => {
  show({ payment: { status: "needs-authentication", product: "extra" } });
  expect(
    screen.getByRole("button", { name: "Confirm the payment" }),
  ).toBeTruthy();
  expect(document.activeElement?.getAttribute("data-outcome")).toBe(
    "needs-authentication",
  );
});

test.each([
  ["declined", "Try again"],
  ["cancelled", "Back to payment"],
] as const)(
  "after %s the payment page is next, which takes another card",
  async (status, action) => {
    const { calls, settle } = show({
      answer: (path) =>
        path === "/visitor/initiate-checkout"
          ? { event_id: "e-1", reference: "r-1" }
          : new Promise(() => undefined),
    });
    settle({ status, product: "extra" });
    await click(screen.getByRole("button", { name: action }));
    expect(paying(calls).map((call) => call.path)).toEqual([
      "/visitor/initiate-checkout",
      "/pay/make-stripe-checkout",
    ]);
  },
);

test("the server's page is taken over without a difference", () => {
  const { complaints, html } = hydrateOffer(shown, <Page {...props} />);
  expect(complaints).toEqual([]);
  expect(html).toContain("$19.99");
  expect(html).not.toContain("style=");
});
