// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import {
  hydratePage,
  renderPage,
  type Setting,
} from "../../testing/render-page.tsx";
import { resumeAtom } from "../../state/visit.ts";
import { ADVANCE_DELAY_MS } from "../use-tap-answer.ts";
import { Page } from "./page.tsx";

const props: PageProps["single"] = {
  ask: "Which sounds most like you?",
  help: "There is no wrong answer.",
  options: [
    { value: "early", label: "I wake up early", points: 1 },
    {
      value: "late",
      label: "I come alive at night",
      note: "Most nights",
    },
    { value: "both", label: "It depends" },
  ],
  layout: "list",
};
const HERE = "POP /quiz/2-asked?utm_source=ad";
const NEXT = "PUSH /quiz/3-last?utm_source=ad";

const show = (setting?: Setting) =>
  renderPage({ page: "single", props }, <Page {...props} />, setting);
const hydrate = (setting: Parameters<typeof hydratePage>[2]) =>
  hydratePage({ page: "single", props }, <Page {...props} />, setting);
const radio = (name: string) =>
  screen.getByRole<HTMLInputElement>("radio", { name });
function wait(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("is a group of radios named by the headline", () => {
  const { container } = show();
  const group = screen.getByRole("group", {
    name: "Which sounds most like you?",
  });
  expect(group.dataset["question"]).toBe("asked");
  expect(container.querySelectorAll("h1")).toHaveLength(1);
  expect(screen.getAllByRole("radio")).toHaveLength(3);
  const night = radio("I come alive at night");
  expect(night.name).toBe("asked");
  expect(night.getAttribute("aria-describedby")).toBe("asked-note-late");
});

test.each([
  [
    "Your nights",
    "Your nightsWhich sounds most like you?There is no wrong answer.",
  ],
  [undefined, "Which sounds most like you?There is no wrong answer."],
])("the part of the quiz stands above the headline: %s", (part, said) => {
  const { container } = renderPage(
    { page: "single", props, ...(part !== undefined && { part }) },
    <Page {...props} />,
  );
  expect(container.querySelector("[data-head]")?.textContent).toBe(said);
});

test("a tap answers at once and leaves after the delay", () => {
  const { answered, address } = show();
  fireEvent.click(radio("I come alive at night"));
  expect(answered()).toBe("late");
  expect(radio("I come alive at night").checked).toBe(true);
  wait(ADVANCE_DELAY_MS - 1);
  expect(address()).toBe(HERE);
  wait(1);
  expect(address()).toBe(NEXT);
});

test("the address and the question change in one task", () => {
  const { address } = show();
  fireEvent.click(radio("It depends"));
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  vi.advanceTimersByTime(ADVANCE_DELAY_MS);
  vi.unstubAllGlobals();
  expect(address()).toBe(NEXT);
});

test("a second tap cancels the first and picks anew", () => {
  const { answered, address } = show();
  fireEvent.click(radio("I wake up early"));
  wait(ADVANCE_DELAY_MS - 50);
  fireEvent.click(radio("It depends"));
  wait(ADVANCE_DELAY_MS - 1);
  expect(address()).toBe(HERE);
  expect(answered()).toBe("both");
  wait(1);
  expect(address()).toBe(NEXT);
});

test("arrow keys move without leaving, then Continue is offered", () => {
  const { answered, address } = show();
  const first = radio("I wake up early");
  fireEvent.keyDown(first, { key: "ArrowDown" });
  // What a browser does for the arrow key.
  fireEvent.click(radio("I come alive at night"), { detail: 0 });
  fireEvent.keyUp(first, { key: "ArrowDown" });
  wait(5_000);
  expect(address()).toBe(HERE);
  expect(answered()).toBe("late");
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(address()).toBe(NEXT);
});

describe("keys that answer", () => {
  test("Enter on a focused option", () => {
    const { answered, address } = show();
    fireEvent.keyDown(radio("It depends"), { key: "Enter" });
    expect(answered()).toBe("both");
    wait(ADVANCE_DELAY_MS);
    expect(address()).toBe(NEXT);
  });

  test("Enter that is still held down from the step before does not", () => {
    const { answered, address } = show();
    fireEvent.keyDown(radio("It depends"), { key: "Enter", repeat: true });
    expect(answered()).toBeUndefined();
    wait(ADVANCE_DELAY_MS);
    expect(address()).toBe(HERE);
  });

  test("Space, after arrows", () => {
    const { address } = show();
    const late = radio("I come alive at night");
    fireEvent.keyDown(late, { key: "ArrowDown" });
    fireEvent.click(late);
    fireEvent.keyDown(late, { key: " " });
    wait(ADVANCE_DELAY_MS);
    expect(address()).toBe(NEXT);
  });

  test("a digit picks the option at its place", () => {
    const { answered } = show();
    fireEvent.keyDown(radio("It depends"), { key: "2" });
    expect(answered()).toBe("late");
  });

  test.each([
    ["without the focus on a choice", () => document.body, { key: "2" }],
    ["beyond the options", () => radio("It depends"), { key: "4" }],
    ["with a modifier", () => radio("It depends"), { key: "2", ctrlKey: true }],
    [
      "while something is typed",
      () => document.body.appendChild(document.createElement("input")),
      { key: "2" },
    ],
  ])("a digit %s does nothing", (_, target, key) => {
    const { answered } = show();
    fireEvent.keyDown(target(), key);
    expect(answered()).toBeUndefined();
  });
});

test("after Back the choice stands and nothing moves by itself", () => {
  const { address } = show({ answer: "late" });
  expect(radio("I come alive at night").checked).toBe(true);
  wait(5_000);
  expect(address()).toBe(HERE);
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(address()).toBe(NEXT);
});

test("whoever comes back from the next document finds their choice, and the way on", () => {
  const { store } = show();
  fireEvent.click(radio("I come alive at night"));
  act(() => store.set(resumeAtom));
  expect(radio("I come alive at night").checked).toBe(true);
  expect(screen.queryByRole("button", { name: "Continue" })).not.toBeNull();
});

test("Continue is not there before it means anything", () => {
  show();
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
});

describe("hydration", () => {
  test("matches the prerendered HTML and shows the stored answer afterwards", () => {
    const { html, complaints } = hydrate({ answer: "both" });
    expect(complaints).toEqual([]);
    expect(html).not.toContain("checked");
    expect(html).not.toContain("style=");
    expect(radio("It depends").checked).toBe(true);
  });

  test("keeps what was chosen before React", () => {
    const { answered, address } = hydrate({
      before: (page) => {
        const late = page.querySelector<HTMLInputElement>("[value=late]");
        if (late) late.checked = true;
      },
    });
    expect(radio("I come alive at night").checked).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(answered()).toBe("late");
    expect(address()).toBe(NEXT);
  });
});

test("an option may be called as a part of the page is", () => {
  const named = {
    ...props,
    help: "What comes first?",
    options: ["help", "ask", "a", "a-label"].map((value) => ({
      value,
      label: value,
    })),
  };
  const { container } = renderPage(
    { page: "single", props: named },
    <Page {...named} />,
  );
  const ids = [...container.querySelectorAll("[id]")].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
