// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { paymentsAtom } from "../../checkout/run.ts";
import { funnel } from "../../testing/funnel.ts";
import { from, STATES } from "../../testing/payment-machine.ts";
import { buyButton, propsWith, radio, show } from "../../testing/offer.tsx";

const click = (element: HTMLElement) =>
  act(async () => void fireEvent.click(element));
test("asks the server with the product and the price that is shown, ten clicks once", async () => {
  const { calls } = show(propsWith(), {
    answer: () => new Promise(() => undefined),
  });
  for (let clicks = 0; clicks < 10; clicks += 1) fireEvent.click(buyButton());
  await click(buyButton());
  const begun = calls.filter(
    (call) => call.path === "/visitor/initiate-checkout",
  );
  expect(begun).toHaveLength(1);
  expect(begun[0]?.body).toMatchObject({
    product: "plan",
    price: 3999,
    currency: "USD",
    renewal: { price: 4999, every_days: 84, first_days: 84 },
  });
  expect(buyButton().getAttribute("aria-busy")).toBe("true");
  expect(buyButton().getAttribute("aria-disabled")).toBe("true");
});

test("under way, the plans are locked and the way out is closed", () => {
  const { path } = show(propsWith(), {
    payment: { status: "pending", product: "plan" },
  });
  expect(
    screen.getByRole<HTMLFieldSetElement>("group", { name: "Plans" }).disabled,
  ).toBe(true);
  const [decline] = screen.getAllByRole("button", { name: "No, thanks" });
  if (decline) fireEvent.click(decline);
  expect(path()).toBe("/quiz/here?utm_source=ad");
  expect(screen.getByText(/payment is being prepared or checked/)).toBeTruthy();
});

test.each([
  ["declined", "alert", "The payment was declined", "Try again"],
  ["cancelled", "status", "The payment was not finished", "Back to payment"],
  [
    "needs-authentication",
    "status",
    "Your bank asks you to confirm",
    "Confirm the payment",
  ],
  [
    "unreachable",
    "alert",
    "The payment page could not be reached",
    "Try again",
  ],
] as const)(
  "%s is an outcome of its own, with the next thing to do",
  async (status, role, title, action) => {
    const { settle, calls } = show();
    settle({ status, product: "plan" });
    const panel = document.querySelector<HTMLElement>(
      `[data-outcome=${status}]`,
    );
    expect(panel?.getAttribute("role")).toBe(role);
    expect(panel?.textContent).toContain(title);
    expect(document.activeElement).toBe(panel);
    await click(screen.getByRole("button", { name: action }));
    expect(calls.map((call) => call.path)).toContain(
      "/visitor/initiate-checkout",
    );
  },
);

test("nothing is said of what was charged where a page that was left may have been paid in another tab", () => {
  const { store } = show();
  const offer = `${funnel.brand}/${funnel.id}/here`;
  const left = { ...from(STATES.unreachable), product: "plan" };
  const put = (leftOpen: string | null) =>
    act(() => store.set(paymentsAtom, { [offer]: { ...left, leftOpen } }));
  const said = () => document.querySelector("[data-outcome=unreachable]");
  put("c-1");
  expect(said()?.textContent).toContain("We ask first whether it was paid");
  expect(said()?.textContent).not.toContain("Nothing was charged");
  put(null);
  expect(said()?.textContent).toContain("Nothing was charged");
});

test("what went wrong stays until the next try has ended, which is told of anew", async () => {
  const { settle } = show(propsWith(), {
    answer: () => new Promise(() => undefined),
  });
  settle({ status: "unreachable", product: "plan" });
  const find = () => document.querySelector("[data-outcome=unreachable]");
  const first = find();
  const again = screen.getByRole("button", { name: "Try again" });
  await click(again);
  expect(find()).toBe(first);
  expect(again.getAttribute("aria-busy")).toBe("true");
  expect(screen.getByText(/payment is being prepared or checked/)).toBeTruthy();
  settle({ status: "unreachable", product: "plan" });
  expect(find()).not.toBe(first);
  expect(document.activeElement).toBe(find());
  settle({ status: "idle", product: null });
  expect(find()).toBeNull();
});

test("what is unknown is asked about, and nothing is paid by asking: the price stands on another button", async () => {
  const { settle, calls } = show();
  settle({ status: "unknown", product: "plan" });
  const panel = document.querySelector<HTMLElement>("[data-outcome=unknown]");
  expect(panel?.getAttribute("role")).toBe("alert");
  expect(panel?.textContent).toContain(
    "We do not know yet whether the payment went through",
  );
  expect(document.activeElement).toBe(panel);
  expect(panel?.querySelector("a")?.href).toBe(
    "mailto:help@stillwater.example",
  );
  await click(screen.getByRole("button", { name: "Check again" }));
  expect(calls.map(({ path }) => path)).not.toContain(
    "/visitor/initiate-checkout",
  );
  const found = document.querySelector("[data-outcome=nothing-found]");
  expect(found?.textContent).toContain("No payment was found");
  expect(document.activeElement).toBe(found);
  expect(buyButton()).toBeTruthy();
});

test("a page that is out of date is loaded anew", async () => {
  const reload = vi.spyOn(location, "reload");
  reload.mockImplementation(() => undefined);
  const { settle, calls } = show();
  settle({ status: "outdated", product: "plan" });
  const panel = document.querySelector("[data-outcome=outdated]");
  expect(panel?.textContent).toContain("Nothing was charged.");
  await click(screen.getByRole("button", { name: /as it is now/ }));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(calls.map(({ path }) => path)).not.toContain(
    "/visitor/initiate-checkout",
  );
});

test("paid leads on", () => {
  const { settle, path } = show();
  settle({ status: "paid", product: "plan" });
  expect(path()).toBe("/quiz/accepted?utm_source=ad");
});

test("whoever comes back from the payment page finds the plan picked that was to be paid", () => {
  show(propsWith(), { payment: { status: "cancelled", product: "trial" } });
  expect(radio(/1 week/).checked).toBe(true);
});
