// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hearTimeAtom } from "../../state/server-clock.ts";
import { hydrateOffer, NOW } from "../../testing/render-offer.tsx";
import {
  buyButton,
  buys,
  clock,
  plans,
  propsWith,
  radio,
  show,
  story,
} from "../../testing/offer.tsx";
import surface from "../../ui/surface.module.css";
import { Page } from "./page.tsx";

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

/** The plan has become dearer: prices of the fixture are 9.99, 39.99 and, for the extra, 19.99. */
const dearer = propsWith({
  sections: [
    clock,
    {
      ...plans,
      plans: [{ product: "trial", label: "1 week", regular: "plan" }],
      default: "trial",
    },
  ],
});

const promo = { id: "own", code: "CALM-7K2QAB" };
/** What the total says of something. */
const lineOf = (name: string) =>
  screen.getByText(name, { selector: "dt" }).nextSibling?.textContent;
const order = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLElement>("[data-section]")].map(
    (s) => s.dataset["section"],
  );

describe("plans", () => {
  test("are radios with one preset, their prices in their names", () => {
    show();
    expect(screen.getAllByRole("radio")).toHaveLength(2);
    expect(radio(/12 weeks.*\$39\.99.*\$0\.48\u00a0a\u00a0day/).checked).toBe(
      true,
    );
    expect(buys()).toEqual(["plan", "plan"]);
  });

  test("the total and the renewal terms follow the picked one", () => {
    const { container } = show();
    fireEvent.click(radio(/1 week/));
    expect(buys()).toEqual(["trial", "trial"]);
    expect(container.querySelector("dd[data-price]")?.textContent).toBe(
      "$9.99",
    );
    const terms = document.getElementById(
      buyButton().getAttribute("aria-describedby") ?? "",
    );
    expect(terms?.textContent).toBe(
      "$9.99\u00a0today. After 1\u00a0week it renews at\u00a0$29.99 every\u00a0month until you cancel. First renewal: February\u00a021.",
    );
  });

  test("the renewal is named by the server's day, whatever the device's clock says", () => {
    const { store } = show();
    fireEvent.click(radio(/1 week/));
    const server = NOW + 40 * 24 * 60 * MINUTE;
    act(() => store.set(hearTimeAtom, { server, device: NOW }));
    expect(screen.getAllByText(/First renewal: April 2\./)).not.toHaveLength(0);
  });

  test("the renewal is named by the day on which it is charged, also where clocks go back before", () => {
    vi.stubEnv("TZ", "America/New_York");
    const { store } = show();
    const server = Date.parse("2026-10-20T04:20:00Z");
    act(() => store.set(hearTimeAtom, { server, device: NOW }));
    // Twelve weeks of days are over at 23:20 there.
    expect(
      screen.getAllByText(/First renewal: January 11, 2027\./),
    ).not.toHaveLength(0);
    vi.unstubAllEnvs();
  });

  test("a page that was left open for days names the day anew when its visitor is back", () => {
    show();
    expect(screen.getAllByText(/First renewal: May 9/)).not.toHaveLength(0);
    vi.setSystemTime(NOW + 3 * 24 * 60 * MINUTE);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(screen.getAllByText(/First renewal: May 12/)).not.toHaveLength(0);
  });

  test("a renewal in another year is named with its year", () => {
    const { store } = show();
    const server = Date.parse("2026-11-29T12:00:00Z");
    act(() => store.set(hearTimeAtom, { server, device: NOW }));
    const [terms] = screen.getAllByText(/First renewal:/);
    expect(terms?.textContent).toMatch(
      /First renewal: February\u00a021,\u00a02027\.$/,
    );
  });

  test("a lower price than the regular one is shown with it and with what it saves", () => {
    const { container } = show(dearer, { journey: { promo } });
    expect(container.querySelector("s")?.textContent).toBe(
      "Regular price $39.99",
    );
    expect(lineOf("You save")).toBe("−$30.00");
    expect(lineOf("Code CALM-7K2QAB")).toBe("−$1.00");
    expect(lineOf("Total today")).toBe("$8.99");
    expect(radio(/Regular price \$39\.99\s?, now \s?\$8\.99/)).toBeTruthy();
    const prices = [...container.querySelectorAll("[data-price]")];
    expect(prices.length).toBeGreaterThan(1);
    for (const { textContent } of prices)
      expect(textContent).toMatch(/^\$\d+\.\d\d$/);
  });

  test("a regular price that is no higher is not shown", () => {
    const { container } = show();
    expect(container.querySelector("s")).toBeNull();
    expect(screen.queryByText("You save")).toBeNull();
  });

  test("two pickers on a page are two groups with one choice", () => {
    show(propsWith({ sections: [plans, story, plans] }));
    const groups = new Set(
      screen.getAllByRole<HTMLInputElement>("radio").map((r) => r.name),
    );
    expect(groups.size).toBe(2);
    const [first] = screen.getAllByRole("radio", { name: /1 week/ });
    if (first === undefined) throw new Error("no radio");
    fireEvent.click(first);
    expect(new Set(buys())).toEqual(new Set(["trial"]));
  });
});

describe("layout", () => {
  test.each([
    ["See the prices", plans.plans],
    ["See the price", plans.plans.slice(1)],
  ])("%s is asked for above what is sold", (words, some) => {
    show(propsWith({ sections: [story, { ...plans, plans: some }] }));
    expect(screen.getByRole("button", { name: words })).toBeTruthy();
  });

  test.each([
    ["A", ["text", "countdown", "plans", "faq"]],
    ["B", ["countdown", "plans", "text", "faq"]],
  ])("%s puts the sections in its order", (page_type, sections) => {
    const { container } = show(propsWith({ page_type }));
    expect(order(container)).toEqual(sections);
  });

  test("without a clock the countdown is not shown and does not start", () => {
    const { container, storage } = show(propsWith({ showClock: false }));
    expect(order(container)).toEqual(["text", "plans", "faq"]);
    expect(container.querySelector("[data-countdown]")).toBeNull();
    expect(storage.getItem("funnel:calm/focus")).toContain('"deadline":null');
  });

  test("titleType and type are two forms of the headline and of the picker", () => {
    const forms = ["a", "b"].map((form) => {
      const { container } = show(propsWith({ titleType: form, type: form }));
      const [title] = container.querySelectorAll<HTMLElement>("[data-title]");
      const [picker] = container.querySelectorAll<HTMLElement>("[data-form]");
      return [title?.dataset["title"], picker?.dataset["form"]];
    });
    expect(forms).toEqual([
      ["a", "a"],
      ["b", "b"],
    ]);
  });

  test("no browser parts a sum from its words", () => {
    const { container } = show();
    const recurring = [...container.querySelectorAll("p")].filter((words) =>
      /every\u00a0/.test(words.textContent),
    );
    expect(recurring).toHaveLength(3);
    for (const words of recurring)
      expect(words.classList.contains(`${surface.sums}`)).toBe(true);
  });

  test("the way out stands with every button", () => {
    const { path } = show();
    const declines = screen.getAllByRole("button", { name: "No, thanks" });
    expect(declines.map((button) => button.dataset["action"])).toEqual([
      "decline",
      "decline",
    ]);
    const [decline] = declines;
    if (decline) fireEvent.click(decline);
    expect(path()).toBe("/quiz/declined?utm_source=ad");
  });

  test("an offer without plans still lets the visitor out", () => {
    show(propsWith({ sections: [story] }));
    expect(screen.getByRole("button", { name: "No, thanks" })).toBeTruthy();
    expect(buys()).toEqual([]);
  });
});

describe("the countdown", () => {
  test("ends once: the regular product is sold at its price, and the text says so", () => {
    const { container, later } = show(dearer);
    expect(container.querySelector("[data-countdown]")?.textContent).toBe(
      "10:00",
    );
    later(9 * MINUTE + 59_000);
    expect(container.querySelector("[data-countdown]")?.textContent).toBe(
      "00:01",
    );
    expect(buys()).toEqual(["trial"]);
    later(1_000);
    expect(screen.getByText("Regular prices apply.")).toBeTruthy();
    expect(container.querySelector("[data-countdown]")).toBeNull();
    expect(buys()).toEqual(["plan"]);
    expect(container.querySelector("s")).toBeNull();
    expect(container.querySelector("dd[data-price]")?.textContent).toBe(
      "$39.99",
    );
  });

  test("gets more time from the server, once for each time that it is asked for", async () => {
    let extended = 9;
    const { calls, container, later } = show(dearer, {
      journey: { deadline: NOW + MINUTE, extended },
      answer: () => ({
        left_ms: (extended === 9 ? 1 : 11) * MINUTE,
        extended,
        promo: null,
        refused: null,
      }),
    });
    const timer = screen.getByRole("timer", { name: "Held for" });
    const status = container.querySelector('[data-section="countdown"] p');
    expect(status?.textContent).toBe("Held for It ends soon.");
    await expect.poll(() => calls.length).toBe(1);
    extended = 10;
    fireEvent.click(screen.getByRole("button", { name: "I need more time" }));
    fireEvent.click(screen.getByRole("button", { name: "I need more time" }));
    await screen.findByText("Time was added.");
    expect(timer.textContent).toBe("11:00");
    expect(calls.map(({ body }) => body)).toEqual([
      expect.objectContaining({ extended: 9 }),
      expect.objectContaining({ extended: 9, extend: true }),
    ]);
    expect(
      screen.queryByRole("button", { name: "I need more time" }),
    ).toBeNull();
    later(2 * MINUTE);
    expect(buys()).toEqual(["trial"]);
    later(9 * MINUTE);
    expect(buys()).toEqual(["plan"]);
  });

  test("says so when no time could be added", async () => {
    show(dearer);
    fireEvent.click(screen.getByRole("button", { name: "I need more time" }));
    await screen.findByText(/could not be added/);
    expect(screen.getByRole("timer").textContent).toBe("10:00");
  });

  test("that ended before the visit has ended", () => {
    show(dearer, { journey: { deadline: NOW - 1 } });
    expect(buys()).toEqual(["plan"]);
  });
});

describe("a price that has ended", () => {
  test("is told with the one that is paid instead, and that one is bought next", () => {
    const { settle, calls } = show(dearer, {
      journey: { deadline: NOW - 1 },
    });
    settle({ status: "price-changed", product: "trial" });
    const panel = document.querySelector("[data-outcome=price-changed]");
    expect(panel?.textContent).toContain(
      "Nothing was charged. It costs\u00a0$39.99\u00a0now.",
    );
    fireEvent.click(
      screen.getByRole("button", { name: "Go on for\u00a0$39.99" }),
    );
    const asked = calls.find(({ path }) => path.endsWith("initiate-checkout"));
    expect(asked?.body).toMatchObject({ product: "plan", price: 3999 });
  });

  test("is the code's where that has ended: the product is the same at its full price", () => {
    const { settle } = show(propsWith());
    settle({ status: "price-changed", product: "trial" });
    expect(screen.getByText(/It costs \$9\.99 now/)).toBeTruthy();
  });
});

describe("a promo code", () => {
  test("lowers every price of its products, and what is asked of the server", () => {
    const { container, calls } = show(propsWith({ sections: [plans] }), {
      journey: { promo },
    });
    expect(
      radio(
        /12 weeks.*Regular price \$39\.99.*\$35\.99.*\$0\.43\u00a0a\u00a0day/,
      ).checked,
    ).toBe(true);
    expect(lineOf("Regular price")).toBe("$39.99");
    expect(lineOf("Code CALM-7K2QAB")).toBe("−$4.00");
    expect(lineOf("Total today")).toBe("$35.99");
    const terms = container.querySelector(
      `#${CSS.escape(buyButton().getAttribute("aria-describedby") ?? "")}`,
    );
    expect(terms?.textContent).toMatch(
      /^\$35\.99\u00a0today\. After 12\u00a0weeks it renews at\u00a0\$49\.99/,
    );
    fireEvent.click(buyButton());
    const asked = calls.find(({ path }) => path.endsWith("initiate-checkout"));
    expect(asked?.body).toMatchObject({ product: "plan", price: 3599 });
  });

  test("that the server takes back lowers nothing, and the page says why", async () => {
    show(propsWith({ sections: [plans] }), {
      journey: { promo },
      answer: (path) =>
        path.endsWith("offer-terms")
          ? { left_ms: null, promo: null, refused: "expired" }
          : {},
    });
    await screen.findByText(/This code has ended/);
    expect(lineOf("Total today")).toBe("$39.99");
    expect(screen.queryByText(/^Code CALM/)).toBeNull();
  });

  test.each([
    ["unknown", /We do not know this code/, "$39.99"],
    ["foreign", /given to somebody else/, "$39.99"],
    [null, /^Code SPRING: \$34\.99 today/, "$34.99"],
  ])("that is typed in: %s", async (refused, words, total) => {
    const { calls } = show(propsWith({ sections: [plans] }), {
      answer: () => ({
        left_ms: null,
        promo: refused === null ? { id: "spring", code: "SPRING" } : null,
        refused,
      }),
    });
    fireEvent.change(screen.getByLabelText("Code"), {
      target: { value: " spring " },
    });
    fireEvent.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(words);
    expect(lineOf("Total today")).toBe(total);
    expect(calls.map(({ body }) => body)).toContainEqual({
      funnel: "focus",
      typed: "spring",
    });
  });
});

describe("the server's page", () => {
  test("is taken over without a difference", () => {
    const props = propsWith();
    const { html, complaints } = hydrateOffer(
      { page: "offer", props },
      <Page {...props} />,
      {
        journey: { promo, deadline: NOW + MINUTE },
      },
    );
    expect(complaints).toEqual([]);
    expect(html).not.toContain("style=");
    expect(html).not.toContain("First renewal");
    expect(screen.getAllByText(/First renewal: May 9/)).not.toHaveLength(0);
    expect(document.querySelector("[data-countdown]")?.textContent).toBe(
      "01:00",
    );
  });

  test("keeps the plan that was picked before it came alive", () => {
    const props = propsWith();
    hydrateOffer({ page: "offer", props }, <Page {...props} />, {
      before: (page) =>
        page.querySelector<HTMLInputElement>("[value=trial]")?.click(),
    });
    expect(radio(/1 week/).checked).toBe(true);
    expect(new Set(buys())).toEqual(new Set(["trial"]));
  });
});
