// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderOffer, type OfferSetting } from "../../testing/render-offer.tsx";
import { Section } from "./section.tsx";

const REPORT = {
  page: "report",
  props: { heading: "R", sections: [], button: "Go" },
} as const;

const show = async (answer?: OfferSetting["answer"]) => {
  const { container } = renderOffer(
    REPORT,
    <Section section="purchases" heading="Already yours" />,
    answer === undefined ? {} : { answer },
  );
  const before = container.querySelector("[data-section]");
  await act(async () => undefined);
  expect(before).toBeNull();
  return container;
};

const plan = {
  checkout_id: "c-1",
  product: "plan",
  name: "12-week plan",
  amount: 3999,
  currency: "USD",
  renewal: { everyDays: 84, amount: 4999 },
  status: "paid",
  refunded: 0,
  paid_at: "2026-02-14T12:00:00.000Z",
  gift: null,
};

test("lists what was bought, with amounts and terms", async () => {
  await show(() => ({
    purchases: [plan, { ...plan, name: "Sounds", amount: 999, renewal: null }],
  }));
  const region = screen.getByRole("region", { name: "Already yours" });
  const items = within(region).getAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual([
    "12-week plan$39.99Renews at\u00a0$49.99 every\u00a012\u00a0weeks until you cancel.",
    "Sounds$9.99Paid once. It does not renew.",
  ]);
  expect(region.textContent).toContain("Paid today$49.98");
});

test("a plan that is not charged for is told from what was paid once", async () => {
  const stopped = { ...plan, renewal: null };
  await show(() => ({
    purchases: [
      { ...stopped, stopped: "cancelled" },
      { ...stopped, stopped: "paused" },
    ],
  }));
  const items = screen.getAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual([
    "12-week plan$39.99Cancelled. It does not renew any more.",
    "12-week plan$39.99Payments are paused. Nothing is charged until they go on.",
  ]);
});

test("what was given back is not listed, and nothing else is no section", async () => {
  const back = { ...plan, status: "refunded", refunded: 3999 };
  const container = await show(() => ({ purchases: [back] }));
  expect(container.querySelector("[data-section]")).toBeNull();
});

test("is not there when nothing was bought", async () => {
  const container = await show(() => ({ purchases: [] }));
  expect(container.querySelector("[data-section]")).toBeNull();
});

test("is not there when the server cannot say", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const container = await show();
  expect(container.querySelector("[data-section]")).toBeNull();
  warn.mockRestore();
});
