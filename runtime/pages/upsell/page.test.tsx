// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { made } from "../../testing/made.ts";
import {
  hydrateOffer,
  type OfferSetting,
  renderOffer,
} from "../../testing/render-offer.tsx";
import { Page } from "./page.tsx";

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
const click = (element: HTMLElement) =>
  act(async () => void fireEvent.click(element));

test("the price stands on the button, its terms describe it", () => {
  show();
  expect(accept().textContent).toBe("Add the sounds ·\u00a0$19.99");
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
  expect(calls.map((call) => call.path)).toEqual([
    "/visitor/initiate-checkout",
  ]);
  expect(calls[0]?.body).toMatchObject({ product: "extra", price: 1999 });
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
    expect(calls.map((call) => call.path)).toEqual([
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
