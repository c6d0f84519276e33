// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import {
  hydrateOffer,
  type OfferSetting,
  renderOffer,
} from "../../testing/render-offer.tsx";
import { layOutSoon } from "../../testing/laid-out.ts";
import { readersHereAtom } from "../../state/discretion.ts";
import { LINGER_MS, Page } from "./page.tsx";

const props: PageProps["analyzing"] = {
  heading: "Reading your answers",
  stages: ["Comparing", "Choosing", "Arranging"],
  seconds: 9,
  done: "Your plan is ready",
};
const asking: PageProps["analyzing"] = {
  ...props,
  questions: [{ ask: "Do you own a timer?", yes: "Yes", no: "Not yet" }],
};

/** Nobody who reads slowly or was called away takes longer. */
const LONG_MS = 600_000;

const show = (shown = props, setting?: OfferSetting) =>
  renderOffer(
    { page: "analyzing", props: shown },
    <main>
      <Page {...shown} />
    </main>,
    setting,
  );
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const bars = () =>
  [...document.querySelectorAll("progress")].map((bar) => bar.value);
const onward = () => screen.queryByRole("button", { name: "Continue" });

const heard = () =>
  [...document.querySelectorAll("figure:not([aria-hidden=true])")].map(
    (f) => f.textContent,
  );

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the stages fill one after another, and the running one is announced", () => {
  show();
  expect(bars()).toEqual([0, 0, 0]);
  expect(screen.getByRole("status").textContent).toBe("Comparing");
  wait(4_500);
  expect(bars()).toEqual([100, 50, 0]);
  expect(screen.getByRole("status").textContent).toBe("Choosing");
  expect(onward()).toBeNull();
});

test("at the end it says so, and goes by itself", () => {
  const { path, storage } = show();
  wait(9_000);
  expect(bars()).toEqual([100, 100, 100]);
  expect(screen.getByRole("status").textContent).toBe("Your plan is ready");
  expect(onward()).toBeNull();
  expect(storage.getItem("funnel:calm/focus")).toContain('"done":["here"]');
  expect(path()).toBe("/quiz/here?utm_source=ad");
  wait(LINGER_MS);
  expect(path()).toBe("/quiz/next?utm_source=ad");
});

test("whoever comes back from the next document goes on when they like", () => {
  const { store, comeBack, assigned } = show();
  store.set(readersHereAtom, true);
  wait(9_000);
  wait(LINGER_MS);
  expect(assigned).toHaveLength(1);
  comeBack();
  wait(LONG_MS);
  expect(assigned).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(assigned).toHaveLength(2);
});

test("whoever has seen it finds it finished and goes on when they like", () => {
  const { path } = show(props, { journey: { done: ["here"] } });
  expect(bars()).toEqual([100, 100, 100]);
  wait(LONG_MS);
  expect(path()).toBe("/quiz/here?utm_source=ad");
  const button = onward();
  if (button === null) throw new Error("no way on");
  fireEvent.click(button);
  expect(path()).toBe("/quiz/next?utm_source=ad");
});

test("it can be paused, and goes on from there", () => {
  show();
  wait(4_500);
  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  wait(9_000);
  expect(bars()).toEqual([100, 50, 0]);
  fireEvent.click(screen.getByRole("button", { name: "Go on" }));
  wait(1_500);
  expect(bars()).toEqual([100, 100, 0]);
});

test.each(["Yes", "Not yet"])(
  "a question pauses it until %j is answered",
  (answer) => {
    const { path } = show(asking);
    wait(4_400);
    expect(screen.queryByRole("dialog")).toBeNull();
    wait(5_000);
    expect(
      screen.getByRole("dialog", { name: "Do you own a timer?" }),
    ).toBeTruthy();
    expect(bars()).toEqual([100, 50, 0]);
    fireEvent.click(screen.getByRole("button", { name: answer }));
    expect(screen.queryByRole("dialog")).toBeNull();
    wait(4_500);
    wait(LINGER_MS);
    expect(path()).toBe("/quiz/next?utm_source=ad");
  },
);

test("Escape is an answer, too", () => {
  show(asking);
  wait(5_000);
  fireEvent(screen.getByRole("dialog"), new Event("cancel"));
  expect(screen.queryByRole("dialog")).toBeNull();
  wait(3_000);
  expect(bars()[1]).toBe(100);
});

test("it waits for the visitor as long as they like", () => {
  const { path } = show(asking);
  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  wait(LONG_MS);
  expect(bars()).toEqual([0, 0, 0]);
  fireEvent.click(screen.getByRole("button", { name: "Go on" }));
  wait(5_000);
  wait(LONG_MS);
  expect(screen.getByRole("dialog")).toBeTruthy();
  expect(onward()).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Yes" }));
  wait(4_500);
  wait(LINGER_MS);
  expect(path()).toBe("/quiz/next?utm_source=ad");
});

test.each([
  ["a pause that goes away hands its focus to the headline", true],
  ["a focus elsewhere stays where it is", false],
])("%s", (_, isIn) => {
  layOutSoon();
  show();
  const pause = screen.getByRole("button", { name: "Pause" });
  if (isIn) pause.focus();
  const before = document.activeElement;
  wait(9_000);
  wait(0);
  const headline = screen.getByRole("heading");
  expect(document.activeElement).toBe(isIn ? headline : before);
});

test("passages of the product take turns", () => {
  const passages = [
    { text: "First words", from: "From day one" },
    { text: "Second words", from: "From day two" },
  ];
  show({ ...props, passages });
  expect(heard()).toEqual(["First wordsFrom day one"]);
  wait(5_000);
  expect(heard()).toEqual(["Second wordsFrom day two"]);
});

test("the server's page is taken over as it is, finished or not", () => {
  const { complaints, html } = hydrateOffer(
    { page: "analyzing", props },
    <Page {...props} />,
    {
      journey: { done: ["here"] },
    },
  );
  expect(complaints).toEqual([]);
  expect(html).not.toContain("style=");
  expect(bars()).toEqual([100, 100, 100]);
});
