// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { useTerms } from "../../hooks/use-terms.ts";
import { hydrateOffer, NOW, renderOffer } from "../../testing/render-offer.tsx";
import { Page } from "./page.tsx";

const props: PageProps["promo-code"] = {
  heading: "A code for you",
  code: "own",
  button: "Use my code",
};
const shown = { page: "promo-code", props } as const;
const known = { journey: { promo: { id: "own", code: "CALM-7K2QAB" } } };

const copy = () =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Copy the code" }));
  });
const code = () => screen.getByText(/^CALM-\w+$/).lastChild?.textContent;

afterEach(() => vi.unstubAllGlobals());

test("the server gives the code, and it is kept", async () => {
  const promo = { id: "own", code: "CALM-ABCDEF" };
  const { storage, calls } = renderOffer(shown, <Page {...props} />, {
    answer: () => ({ left_ms: null, promo, refused: null }),
  });
  await screen.findByText("CALM-ABCDEF");
  expect(calls).toEqual([
    { path: "/visitor/offer-terms", body: { funnel: "focus", promo: "own" } },
  ]);
  expect(storage.getItem("funnel:calm/focus")).toContain(JSON.stringify(promo));
  expect(screen.getByText("10% off your first payment")).toBeTruthy();
  expect(screen.getByText(/Renewals cost what they cost/)).toBeTruthy();
});

test("without the network its place is kept, and it is asked for again", async () => {
  const { storage, calls, path } = renderOffer(shown, <Page {...props} />);
  await expect.poll(() => calls.length).toBe(1);
  expect(screen.getByText("CALM-······")).toBeTruthy();
  expect(storage.getItem("funnel:calm/focus")).toContain(
    '"promo":{"id":"own","code":""}',
  );
  // Whoever asks while the call before is under way shares its failure.
  await expect
    .poll(() => {
      act(() => void window.dispatchEvent(new Event("online")));
      return calls.length;
    })
    .toBe(2);
  expect(calls[1]?.body).toEqual({ funnel: "focus", promo: "own" });
  fireEvent.click(screen.getByRole("button", { name: "Use my code" }));
  expect(path()).toBe("/quiz/next?utm_source=ad");
});

test.each([
  ["expired", /This code has ended/],
  ["used-up", /This code has been used/],
  ["foreign", /given to somebody else/],
  ["unknown", /We do not know this code/],
  // The server neither gives nor refuses it.
  [null, /We do not know this code/],
])(
  "a code that the server refuses (%s) is not promised: the page says so and leads on",
  async (refused, why) => {
    const { path, container } = renderOffer(shown, <Page {...props} />, {
      ...known,
      answer: () => ({ left_ms: null, promo: null, refused }),
      ...(refused === null && { journey: {} }),
    });
    expect(await screen.findByText(why)).toBeTruthy();
    expect(
      screen.getByRole("heading", { name: "This code is not available" }),
    ).toBeTruthy();
    expect(container.textContent).not.toMatch(
      /A code for you|10%|CALM-|Use my code|Copy|applied by itself/,
    );
    await act(async () => void window.dispatchEvent(new Event("online")));
    expect(screen.getByText(why)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(path()).toBe("/quiz/next?utm_source=ad");
  },
);

test.each([
  ["that lowers nothing any more is not promised", ["plan", "trial"], true],
  ["that still lowers something is", ["plan"], false],
])("when the countdown has ended, a code %s", (_, timed, isLate) => {
  const plans = timed.map((product) => ({ product, regular: "extra" }));
  const sections = [{ section: "plans", plans }];
  const page = { page: "promo-code", props: { ...props, sections } } as const;
  const { container } = renderOffer(page, <Page {...props} />, {
    journey: { ...known.journey, deadline: NOW - 1 },
  });
  const words = container.textContent;
  expect(/time for the prices .* has ended/.test(words)).toBe(isLate);
  expect(/10%|CALM-|Use my code|applied by itself/.test(words)).toBe(!isLate);
});

test("where another code counts, this one is not promised for ever", async () => {
  const promo = { id: "spring", code: "SPRING" };
  renderOffer(shown, <Page {...props} />, {
    answer: () => ({ left_ms: null, promo, refused: null }),
  });
  expect(await screen.findByText(/^You have another code/)).toBeTruthy();
  expect(screen.queryByText(/applied by itself/)).toBeNull();
});

test("the refusal of another code says nothing of this one", async () => {
  const expired = { left_ms: null, promo: null, refused: "expired" };
  const answers: unknown[] = [expired];
  const { calls } = renderOffer(shown, <Turn />, {
    journey: { promo: { id: "spring", code: "SPRING" } },
    answer: () => answers.shift() ?? new Promise(() => undefined),
  });
  await act(async () => undefined);
  fireEvent.click(screen.getByRole("button", { name: "To the code" }));
  await act(async () => undefined);
  expect(calls).toHaveLength(2);
  expect(screen.getByRole("heading", { name: "A code for you" })).toBeTruthy();
});

test("the headline keeps the focus when the code is refused", async () => {
  let refuse = (_answer: unknown) => {};
  const answer = new Promise((resolve) => {
    refuse = resolve;
  });
  renderOffer(shown, <Page {...props} />, { answer: () => answer });
  screen.getByRole("heading").focus();
  await act(async () =>
    refuse({ left_ms: null, promo: null, refused: "expired" }),
  );
  expect(document.activeElement?.textContent).toBe(
    "This code is not available",
  );
});

/** A page before it, on which the code that the visitor had is refused. */
function Turn() {
  const [isThere, setIsThere] = useState(false);
  useTerms(!isThere);
  return isThere ? (
    <Page {...props} />
  ) : (
    <button onClick={() => setIsThere(true)}>To the code</button>
  );
}

test("a code that was made before is shown", () => {
  renderOffer(shown, <Page {...props} />, known);
  expect(code()).toBe("CALM-7K2QAB");
});

test.each([
  ["copied", () => Promise.resolve(), "Copied."],
  [
    "refused",
    () => Promise.reject(new Error("denied")),
    "Your browser did not allow it. Press and hold the code to copy it.",
  ],
])("a code that is %s says so", async (_case, writeText, words) => {
  const write = vi.fn<(text: string) => Promise<void>>(writeText);
  vi.stubGlobal("navigator", { clipboard: { writeText: write } });
  renderOffer(shown, <Page {...props} />, known);
  expect(screen.getByRole("status").textContent).toBe("");
  await copy();
  expect(write).toHaveBeenCalledWith("CALM-7K2QAB");
  expect(screen.getByRole("status").textContent).toBe(words);
});

test("leads on", () => {
  const { path } = renderOffer(shown, <Page {...props} />);
  fireEvent.click(screen.getByRole("button", { name: "Use my code" }));
  expect(path()).toBe("/quiz/next?utm_source=ad");
});

test("the server keeps the place of a code it cannot know", () => {
  const { html, complaints } = hydrateOffer(shown, <Page {...props} />, known);
  expect(html).not.toContain("7K2Q");
  expect(html).not.toContain("style=");
  expect(complaints).toEqual([]);
  expect(code()).toBe("CALM-7K2QAB");
});
