// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { hydratePage, renderPage } from "../../testing/render-page.tsx";
import { ADVANCE_DELAY_MS } from "../use-tap-answer.ts";
import { Page } from "./page.tsx";

const props: PageProps["scale"] = {
  ask: "How much do you agree?",
  statement: "I start more than I finish.",
  from: 1,
  to: 5,
  low: "Not at all",
  high: "Completely",
};
const show = (answer?: number) =>
  renderPage(
    { page: "scale", props },
    <Page {...props} />,
    answer === undefined ? {} : { answer },
  );
const mark = (name: string) =>
  screen.getByRole<HTMLInputElement>("radio", { name });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("offers every number, and describes the ends", () => {
  show();
  expect(
    screen.getAllByRole<HTMLInputElement>("radio").map((r) => r.value),
  ).toEqual(["1", "2", "3", "4", "5"]);
  expect(mark("1").getAttribute("aria-describedby")).toBe("asked-low");
  expect(document.getElementById("asked-low")?.textContent).toBe("Not at all");
  expect(mark("5").getAttribute("aria-describedby")).toBe("asked-high");
  expect(mark("3").hasAttribute("aria-describedby")).toBe(false);
});

test("one tap answers with a number and leaves", () => {
  const { answered, address } = show();
  fireEvent.click(mark("4"));
  expect(answered()).toBe(4);
  act(() => {
    vi.advanceTimersByTime(ADVANCE_DELAY_MS);
  });
  expect(address()).toBe("PUSH /quiz/3-last?utm_source=ad");
});

test.each([
  ["3", 3],
  ["6", undefined],
])("the key %s picks %s", (key, answer) => {
  const { answered } = show();
  fireEvent.keyDown(document.body, { key });
  expect(answered()).toBe(undefined);
  fireEvent.keyDown(mark("1"), { key });
  expect(answered()).toBe(answer);
});

test("where a number has two digits, no key answers with the first of them", () => {
  const wide = { ...props, from: 0, to: 10 };
  const { answered } = renderPage(
    { page: "scale", props: wide },
    <Page {...wide} />,
  );
  fireEvent.keyDown(mark("0"), { key: "1" });
  fireEvent.keyDown(mark("0"), { key: "0" });
  expect(answered()).toBeUndefined();
});

test("after Back the number is shown and Continue offered", () => {
  show(2);
  expect(mark("2").checked).toBe(true);
  expect(
    screen.getByRole("button", { name: "Continue" }).dataset["action"],
  ).toBe("continue");
});

test("hydrates over its own HTML", () => {
  const { html, complaints } = hydratePage(
    { page: "scale", props },
    <Page {...props} />,
    { answer: 5 },
  );
  expect(complaints).toEqual([]);
  expect(html).not.toContain("style=");
  expect(mark("5").checked).toBe(true);
});
