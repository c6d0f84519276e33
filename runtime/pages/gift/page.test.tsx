// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { made } from "../../testing/made.ts";
import {
  hydrateOffer,
  renderOffer,
  type OfferSetting,
} from "../../testing/render-offer.tsx";
import { Page } from "./page.tsx";
import { paidOnce } from "../../testing/calls.ts";

const props = made<PageProps["gift"]>({
  heading: "Bring someone along",
  gifts: [
    { product: "trial", label: "A week for a friend" },
    { product: "extra", label: "Sounds for a friend", note: "Rain and wind" },
  ],
  acceptLabel: "Give this",
  declineLabel: "No gift",
});
const shown = { page: "gift", props } as const;

const show = (setting?: OfferSetting) =>
  renderOffer(shown, <Page {...props} />, setting);
const action = (name: string) => {
  const button = document.querySelector<HTMLElement>(`[data-action=${name}]`);
  if (button === null) throw new Error(`no ${name}`);
  return button;
};
const click = (element: HTMLElement) =>
  act(async () => void fireEvent.click(element));

test("nothing is picked beforehand, and the button says what is missing", async () => {
  const { calls } = show();
  const before = calls.length;
  const radios = screen.getAllByRole<HTMLInputElement>("radio");
  expect(radios.map((radio) => radio.checked)).toEqual([false, false]);
  expect(action("accept").getAttribute("aria-disabled")).toBe("true");
  expect(action("accept").textContent).toBe("Choose a gift first");
  await click(action("accept"));
  expect(calls).toHaveLength(before);
});

test("a picked gift is paid for at the price on the button", async () => {
  const { calls } = show({ answer: () => new Promise(() => undefined) });
  await click(
    screen.getByRole("radio", {
      name: /Sounds for a friend.*Rain and wind.*\$19\.99/,
    }),
  );
  expect(action("accept").getAttribute("aria-disabled")).toBeNull();
  expect(action("accept").textContent).toBe("Give this for\u00a0$19.99");
  expect(action("accept").dataset["product"]).toBe("extra");
  await click(action("accept"));
  expect(calls.at(-1)?.body).toMatchObject({ product: "extra", price: 1999 });
});

test("no gift is an answer", async () => {
  const { path } = show();
  await click(action("decline"));
  expect(path()).toBe("/quiz/declined?utm_source=ad");
});

const bought = (product: string) => ({
  ...paidOnce,
  checkout_id: `c-${product}`,
  product,
  name: product,
  amount: 1999,
  paid_at: "2026-02-14T12:00:00.000Z",
});
const of = (...products: string[]) => ({
  answer: () => ({ saved: true, purchases: products.map(bought) }),
});

test("a gift that can be bought once is offered once", async () => {
  show(of("extra"));
  await act(async () => undefined);
  expect(screen.getAllByRole("radio")).toHaveLength(1);
  expect(screen.queryByText("You have bought this")).toBeNull();
});

test("where all are bought the page says so and leads on", async () => {
  const { path } = show(of("extra", "trial"));
  await act(async () => undefined);
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.queryByRole("group")).toBeNull();
  await click(screen.getByRole("button", { name: "Continue" }));
  expect(path()).toBe("/quiz/accepted?utm_source=ad");
});

test.each([
  ["extra", null],
  ["trial", "declined"],
])(
  "a payment for %s, where one is bought, reads %s",
  async (product, outcome) => {
    show({ ...of("extra"), payment: { status: "declined", product } });
    await act(async () => undefined);
    expect(
      document.querySelector<HTMLElement>("[data-outcome]")?.dataset["outcome"],
    ).toBe(outcome ?? undefined);
  },
);

test("what was picked before the page came alive is kept", () => {
  const { complaints } = hydrateOffer(shown, <Page {...props} />, {
    before: (page) =>
      page.querySelector<HTMLInputElement>("[value=extra]")?.click(),
  });
  expect(complaints).toEqual([]);
  expect(action("accept").dataset["product"]).toBe("extra");
});
