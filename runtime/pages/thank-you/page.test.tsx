// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { Text } from "../../../generated/contract.ts";
import type { PageProps, Section } from "../../../generated/names.ts";
import { PageContext, usePage } from "../../hooks/use-page.ts";
import { CHECKOUT_KEY } from "../../core/storage-keys.ts";
import {
  hydrateOffer,
  type OfferSetting,
  renderOffer,
} from "../../testing/render-offer.tsx";
import surface from "../../ui/surface.module.css";
import { Page } from "./page.tsx";

const props: PageProps["thank-you"] = {
  heading: "You are in",
  text: [{ kind: "paragraph", children: ["Your receipt is on its way."] }],
  empty: "Nothing was charged.",
  refunded: "Your payment was refunded.",
  accessLabel: "Open my plan",
};
const shown = { page: "thank-you", props } as const;

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
const sounds = {
  ...plan,
  checkout_id: "c-2",
  product: "extra",
  name: "Sound library",
  amount: 1999,
  renewal: null,
};
const bought = (...purchases: object[]): OfferSetting => ({
  answer: () => ({ purchases }),
});

const show = async (setting?: OfferSetting) => {
  const page = renderOffer(shown, <Page {...props} />, setting);
  expect(screen.getByText("Loading your order")).toBeTruthy();
  await act(async () => undefined);
  return page;
};

test("says what was bought, for how much, and what renews", async () => {
  await show(bought(plan, sounds));
  const items = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(items).toEqual([
    "12-week plan$39.99Renews at\u00a0$49.99 every\u00a012\u00a0weeks until you cancel.",
    "Sound library$19.99Paid once. It does not renew.",
  ]);
  const renewal = screen.getByText(/until you cancel/);
  expect(renewal.classList.contains(`${surface.sums}`)).toBe(true);
  expect(screen.getByText("Paid today").nextSibling?.textContent).toBe(
    "$59.98",
  );
  expect(screen.getByText("Your receipt is on its way.")).toBeTruthy();
});

test("a note with a link and a variable is one paragraph in its card", async () => {
  const link = {
    kind: "link",
    href: "https://calendar.example",
    children: ["Choose a time"],
  } as const;
  const empty: Text = [
    link,
    " or ",
    { kind: "strong", children: ["call"] },
    ".",
  ];
  const page = { page: "thank-you", props: { ...props, empty } } as const;
  renderOffer(page, <Page {...page.props} />, bought());
  await act(async () => undefined);
  const words = screen.getByText("call").closest("p");
  expect(words?.textContent).toBe("Choose a time or call.");
  // The card sets what it holds one below the other.
  expect(words?.classList.length).toBe(0);
  expect(words?.parentElement?.classList.contains(`${surface.card}`)).toBe(
    true,
  );
});

test("where something is sold, whoever bought nothing is told that nothing was charged", async () => {
  const { empty: _, ...bare } = props;
  const page = { page: "thank-you", props: bare } as const;
  renderOffer(page, <Page {...bare} />, bought());
  await act(async () => undefined);
  expect(screen.getByText(/not bought anything/)).toBeTruthy();
});

test.each([
  ["on the day before", "2026-02-13T12:00:00Z", "Paid on February 13"],
  ["over two days", "2026-02-14T12:00:00Z", "Paid from February 13 to today"],
])("what was paid %s is not called today's", async (_, second, words) => {
  const paid_at = "2026-02-13T11:00:00Z";
  await show(bought({ ...plan, paid_at }, { ...sounds, paid_at: second }));
  expect(screen.getByText(words).nextSibling?.textContent).toBe("$59.98");
  expect(screen.queryByText("Paid today")).toBeNull();
});

test("what was paid today is not today's any more when its visitor is back on the next day", async () => {
  const { later, calls } = await show(bought(plan, sounds));
  expect(screen.getByText("Paid today")).toBeTruthy();
  later(86_400_000);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(screen.getByText("Paid on February 14")).toBeTruthy();
  expect(calls.map(({ path }) => path)).toEqual(["/pay/purchases"]);
});

test("the order arrives where it was said to load, for those who listen", async () => {
  renderOffer(shown, <Page {...props} />, bought(plan));
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("Loading your order");
  await act(async () => undefined);
  expect(screen.getByRole("status")).toBe(status);
  expect(status.textContent).toBe("Your order is here: 12-week plan");
});

test("says how to get in and whom to ask", async () => {
  await show({ ...bought(plan), contact: { email: "ada@example.com" } });
  const access = screen.getByRole<HTMLAnchorElement>("link", {
    name: "Open my plan",
  });
  expect(access.href).toMatch(/^https:\/\//);
  const email = screen.getByText("ada@example.com");
  expect(email.closest("[data-personal]")).not.toBeNull();
  const support = screen.getByRole<HTMLAnchorElement>("link", { name: /@/ });
  expect(support.href).toMatch(/^mailto:/);
});

test("one purchase needs no sum", async () => {
  await show(bought(plan));
  expect(screen.queryByText("Paid today")).toBeNull();
});

test("amounts of two currencies are not added up", async () => {
  await show(bought(plan, { ...sounds, currency: "EUR" }));
  expect(screen.getByText("€19.99")).toBeTruthy();
  expect(screen.queryByText("Paid today")).toBeNull();
});

test("whoever bought nothing is told so, and promised nothing", async () => {
  await show(bought());
  expect(screen.getByText("Nothing was charged.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Open my plan" })).toBeNull();
  expect(screen.queryByText("Your receipt is on its way.")).toBeNull();
});

describe("whoever has said that they are in danger", () => {
  const call = [{ kind: "paragraph", children: ["Call 988."] }] as const;
  const told: Section = {
    section: "text",
    when: {
      kind: "not",
      of: { kind: "answer", step: "start", in: ["no danger"] },
    },
    text: call,
    urgent: true,
  };
  const showTo = async (setting: OfferSetting, section = told) => {
    const page = { ...props, sections: [section] };
    renderOffer(
      { page: "thank-you", props: page },
      <Page {...page} />,
      setting,
    );
    const before = document.body.textContent;
    await act(async () => undefined);
    return { before, after: document.body.textContent };
  };

  test("is told whom to call, and nothing of buying", async () => {
    const { before, after } = await showTo(bought());
    expect(before).toContain("Call 988.");
    expect(before).not.toContain("Loading your order");
    expect(after).toContain("Call 988.");
    expect(after).not.toContain("Nothing was charged.");
  });

  test("is nobody in particular where everybody is told", async () => {
    const { after } = await showTo(bought(), { ...told, when: null });
    expect(after).toContain("Call 988.");
    expect(after).toContain("Nothing was charged.");
  });

  test("finds what they had bought below that", async () => {
    const { after } = await showTo(bought(plan));
    expect(after).toMatch(/Call 988\..*12-week plan/);
  });

  test("is told where their order could not be loaded", async () => {
    const answer = () => {
      throw new Error("down");
    };
    const { after } = await showTo({ answer });
    expect(after).toMatch(/Call 988\..*could not be loaded/);
  });
});

test("whoever bought something in an earlier visit is told that, and not that they bought nothing", async () => {
  const stored = { [CHECKOUT_KEY]: JSON.stringify({ isPurchased: true }) };
  await show({ ...bought(), stored });
  expect(screen.queryByText("Nothing was charged.")).toBeNull();
  expect(screen.getByText(/This visit has no order/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open my plan" })).toBeTruthy();
  expect(screen.queryByText("Your receipt is on its way.")).toBeNull();
});

test("whoever may have paid is not told that nothing was charged", async () => {
  const payment = { status: "unknown", product: "plan" } as const;
  await show({ ...bought(), payment });
  expect(screen.queryByText("Nothing was charged.")).toBeNull();
  expect(screen.getByRole("status").textContent).toMatch(/We do not know yet/);
  expect(screen.getByRole("link", { name: /@/ })).toBeTruthy();
});

describe("after a reload, of a payment that nobody knew of", () => {
  const attempt = {
    order: {
      offer: "calm/focus/oto",
      product: "extra",
      price: 1999,
      currency: "USD",
      email: "ada@example.com",
    },
    eventId: "e-1",
    checkoutId: "k-1",
    payment: "c-2",
    isUnknown: true,
  };
  const attempts = [attempt];
  const stored = { [CHECKOUT_KEY]: JSON.stringify({ attempts }) };
  const UNKNOWN = /We do not know yet/;
  /** What the server says of the payment, and lists as bought. */
  const showAfter = async (status: string, ...listed: object[]) => {
    const told = { status, purchases: listed };
    const answer = (path: string) =>
      path.endsWith("checkout-status")
        ? { ...sounds, status: told.status }
        : { purchases: told.purchases };
    const sleep = () => Promise.resolve();
    const page = renderOffer(shown, <Page {...props} />, {
      stored,
      answer,
      sleep,
    });
    await screen.findByText(listed.length > 0 ? "12-week plan" : UNKNOWN);
    return { ...page, told };
  };

  test("that is told as long as nobody knows, and not that nothing was charged", async () => {
    await showAfter("open");
    expect(screen.queryByText("Nothing was charged.")).toBeNull();
    const again = screen.getByRole("button", { name: "Check again" });
    await expect.poll(() => again.getAttribute("aria-busy")).toBeNull();
    expect(screen.getByText(UNKNOWN)).toBeTruthy();
  });

  test("that is told beside what was bought", async () => {
    await showAfter("open", plan);
    expect(screen.getByText(UNKNOWN)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Open my plan" })).toBeTruthy();
  });

  test("its end is told once it is known", async () => {
    const { told } = await showAfter("open", plan);
    const again = screen.getByRole("button", { name: "Check again" });
    await expect.poll(() => again.getAttribute("aria-busy")).toBeNull();
    Object.assign(told, { status: "paid", purchases: [plan, sounds] });
    fireEvent.click(again);
    await screen.findByText("Sound library");
    expect(screen.queryByText(UNKNOWN)).toBeNull();
  });

  test("whoever was charged nothing is told so", async () => {
    renderOffer(shown, <Page {...props} />, {
      stored,
      answer: (path) =>
        path.endsWith("checkout-status")
          ? { ...sounds, status: "declined" }
          : { purchases: [] },
    });
    await screen.findByText("Nothing was charged.");
    expect(screen.queryByText(UNKNOWN)).toBeNull();
  });
});

test.each([
  [{ isPurchased: true }, true],
  [{ isPurchased: false }, false],
])("while the order loads, %j has a mark: %s", async (checkout, isMarked) => {
  const stored = { [CHECKOUT_KEY]: JSON.stringify(checkout) };
  renderOffer(shown, <Page {...props} />, { ...bought(plan), stored });
  expect(screen.getByText("Loading your order")).toBeTruthy();
  const marks = () =>
    screen.getByRole("heading", { level: 1 }).previousElementSibling !== null;
  expect(marks()).toBe(isMarked);
  await act(async () => undefined);
  expect(marks()).toBe(true);
});

test("what stands below an order comes with it, and does not move", async () => {
  const stored = { [CHECKOUT_KEY]: JSON.stringify({ isPurchased: true }) };
  const support = () => screen.queryByRole("link", { name: /@/ });
  renderOffer(shown, <Page {...props} />, { ...bought(plan), stored });
  expect(support()).toBeNull();
  await act(async () => undefined);
  expect(support()).not.toBeNull();
});

test("whoever got it all back is told so, and promised no access", async () => {
  await show(
    bought(
      { ...plan, status: "refunded", refunded: 3999, renewal: null },
      { ...sounds, status: "refunded", refunded: 1999 },
    ),
  );
  expect(screen.getByText("Your payment was refunded.")).toBeTruthy();
  const items = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(items).toEqual([
    "12-week plan$39.99Refunded in full.",
    "Sound library$19.99Refunded in full.",
  ]);
  expect(screen.queryByRole("link", { name: "Open my plan" })).toBeNull();
  expect(screen.queryByText("Your receipt is on its way.")).toBeNull();
  expect(screen.queryByText("Paid today")).toBeNull();
});

test("what went back is told, and not counted as paid", async () => {
  await show(
    bought(
      { ...plan, status: "partly_refunded", refunded: 500 },
      { ...sounds, status: "refunded", refunded: 1999 },
      { ...sounds, checkout_id: "c-3", name: "Journal" },
    ),
  );
  const items = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(items).toEqual([
    "12-week plan$39.99$5.00\u00a0was refunded. Renews at\u00a0$49.99 every\u00a012\u00a0weeks until you cancel.",
    "Sound library$19.99Refunded in full.",
    "Journal$19.99Paid once. It does not renew.",
  ]);
  expect(screen.getByText("Paid today").nextSibling?.textContent).toBe(
    "$54.98",
  );
  expect(screen.queryByText("Your payment was refunded.")).toBeNull();
  expect(screen.getByRole("link", { name: "Open my plan" })).toBeTruthy();
});

const given = {
  ...sounds,
  name: "Four weeks for a friend",
  gift: { url: "/api/visitor/gift?token=abc", places: 1, opened: 0 },
};

test("whoever paid for a gift gets its link, and no access by it", async () => {
  await show(bought(given));
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: /token=/ });
  expect(link.href).toMatch(
    /^https?:\/\/[^/]+\/api\/visitor\/gift\?token=abc$/,
  );
  expect(link.textContent).toBe(link.href);
  expect(link.closest("[data-private]")).not.toBeNull();
  expect(screen.getByText(/it can be opened once/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Open my plan" })).toBeNull();
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  await act(async () =>
    fireEvent.click(screen.getByRole("button", { name: "Copy the link" })),
  );
  expect(writeText).toHaveBeenCalledWith(link.href);
  expect(screen.getByText("Copied.")).toBeTruthy();
  vi.unstubAllGlobals();
});

test.each([
  [{ places: 1, opened: 1 }, /has opened it/, false],
  [{ places: 8, opened: 3 }, /3 of 8 people/, true],
  [{ places: 8, opened: 8 }, /8 of 8 people/, false],
])("of a gift with %j it is told who has it", async (state, words, isLeft) => {
  await show(bought(plan, { ...given, gift: { ...given.gift, ...state } }));
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole("link", { name: /token=/ }) !== null).toBe(isLeft);
  // What else was bought still opens the product.
  expect(screen.getByRole("link", { name: "Open my plan" })).toBeTruthy();
});

test("a failure can be tried again", async () => {
  let works = false;
  const answer = () => {
    if (!works) throw new Error("down");
    return { purchases: [plan] };
  };
  await show({ answer });
  expect(screen.getByRole("alert").textContent).toContain(
    "Your order could not be loaded.",
  );
  works = true;
  await act(
    async () =>
      void fireEvent.click(screen.getByRole("button", { name: "Try again" })),
  );
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText("12-week plan")).toBeTruthy();
});

test("the server's page is taken over without a difference", async () => {
  const stored = { [CHECKOUT_KEY]: JSON.stringify({ isPurchased: true }) };
  const { complaints, html } = hydrateOffer(shown, <Page {...props} />, {
    ...bought(plan),
    stored,
  });
  expect(html).toContain("Loading your order");
  expect(html).not.toContain("style=");
  // What is in the document is not taken away for the time of a call.
  expect(screen.getByText("Loading your order")).toBeTruthy();
  expect(screen.getByRole("link", { name: /@/ })).toBeTruthy();
  await act(async () => undefined);
  expect(complaints).toEqual([]);
  expect(screen.getByText("12-week plan")).toBeTruthy();
});

describe("where the funnel sells nothing", () => {
  const { empty: _, ...bare } = props;
  function Free(own: PageProps["thank-you"]) {
    const page = usePage();
    const funnel = { ...page.funnel, products: {} };
    return (
      <PageContext value={{ ...page, funnel }}>
        <Page {...own} />
      </PageContext>
    );
  }

  test("nobody is told that they bought nothing", async () => {
    const page = { page: "thank-you", props: bare } as const;
    const { html } = hydrateOffer(page, <Free {...bare} />, bought());
    expect(html).not.toContain("Loading");
    await act(async () => undefined);
    expect(screen.queryByText(/bought|charged/)).toBeNull();
    expect(screen.getByText("You are in")).toBeTruthy();
  });

  test("what is written for them is there at once", () => {
    const { html } = hydrateOffer(shown, <Free {...props} />, bought());
    expect(html).toContain("Nothing was charged.");
  });

  test("what was bought elsewhere in the visit is listed", async () => {
    const page = { page: "thank-you", props: bare } as const;
    renderOffer(page, <Free {...bare} />, bought(plan));
    await act(async () => undefined);
    expect(screen.getByText("12-week plan")).toBeTruthy();
  });
});
