// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import {
  describedBy,
  hydratePage,
  renderPage,
} from "../../testing/render-page.tsx";
import { Page } from "./page.tsx";

const props: PageProps["slider"] = {
  ask: "How long can you stay with one task?",
  min: 5,
  max: 120,
  step: 5,
  unit: "minutes",
  low: "5 minutes",
  high: "2 hours",
  button: "Continue",
};
const show = (answer?: number) =>
  renderPage(
    { page: "slider", props },
    <Page {...props} />,
    answer === undefined ? {} : { answer },
  );
const slider = () =>
  screen.getByRole<HTMLInputElement>("slider", {
    name: "How long can you stay with one task?",
  });
const button = () => screen.getByRole("button");

test("nothing is preselected, and Continue says what to do", () => {
  const { answered, address } = show();
  expect(button().textContent).toBe("Move the slider to answer");
  expect(slider().getAttribute("aria-valuetext")).toBe("No answer yet");
  fireEvent.click(button());
  expect(answered()).toBeUndefined();
  expect(address()).toBe("POP /quiz/2-asked?utm_source=ad");
});

test("moving it answers", () => {
  const { answered, address } = show();
  fireEvent.change(slider(), { target: { value: "45" } });
  expect(slider().getAttribute("aria-valuetext")).toBe("45 minutes");
  expect(screen.getByText("45")).not.toBeNull();
  expect(button().textContent).toBe("Continue");
  fireEvent.click(button());
  expect(answered()).toBe(45);
  expect(address()).toBe("PUSH /quiz/3-last?utm_source=ad");
});

test("a value is said once, by the slider", () => {
  show(45);
  expect(screen.queryByRole("status")).toBeNull();
  expect(screen.getByText("45").closest("[aria-hidden=true]")).not.toBeNull();
});

describe("the middle, where the thumb rests, can be meant", () => {
  const middle = 65;

  test.each([
    ["by a tap", () => fireEvent.click(slider())],
    ["by Enter", () => fireEvent.keyDown(slider(), { key: "Enter" })],
    ["by Space", () => fireEvent.keyDown(slider(), { key: " " })],
  ])("%s", (_, mean) => {
    const { answered } = show();
    mean();
    fireEvent.click(button());
    expect(answered()).toBe(middle);
  });

  test("but not by the Tab key that comes by", () => {
    show();
    fireEvent.keyDown(slider(), { key: "Tab" });
    expect(button().textContent).toBe("Move the slider to answer");
  });
});

describe("Enter sends what was chosen, as in a field", () => {
  const enter = (init = {}) =>
    fireEvent.keyDown(slider(), { key: "Enter", ...init });

  test("after it was moved", () => {
    const { answered, address } = show();
    fireEvent.change(slider(), { target: { value: "45" } });
    enter();
    expect(answered()).toBe(45);
    expect(address()).toBe("PUSH /quiz/3-last?utm_source=ad");
  });

  test("but not the middle by a key that is held down", () => {
    const { answered, address } = show();
    enter();
    enter({ repeat: true });
    expect(answered()).toBeUndefined();
    expect(address()).toBe("POP /quiz/2-asked?utm_source=ad");
  });
});

test("fractions rest at one of their steps", () => {
  const fine = { ...props, min: 0, max: 0.6, step: 0.1 };
  const { answered } = renderPage(
    { page: "slider", props: fine },
    <Page {...fine} />,
  );
  fireEvent.click(slider());
  fireEvent.click(button());
  expect(answered()).toBe(0.3);
});

test("what the question and its ends say belongs to the slider", () => {
  const helped = { ...props, help: "Without a break" };
  renderPage({ page: "slider", props: helped }, <Page {...helped} />);
  expect(describedBy(slider())).toEqual([
    "Without a break",
    "5 minutes",
    "2 hours",
  ]);
});

test("after Back the value stands", () => {
  show(90);
  expect(slider().value).toBe("90");
  expect(button().textContent).toBe("Continue");
});

test("what was moved and not sent is there after Back, and forgotten once it was sent", () => {
  const { store } = show();
  fireEvent.change(slider(), { target: { value: "45" } });
  const again = (answer?: number) => {
    cleanup();
    renderPage(
      { page: "slider", props },
      <Page {...props} />,
      answer === undefined ? { store } : { store, answer },
    );
  };
  again();
  expect(slider().getAttribute("aria-valuetext")).toBe("45 minutes");
  fireEvent.click(button());
  again(90);
  expect(slider().value).toBe("90");
});

test("what was moved before React stays", () => {
  const { html, complaints } = hydratePage(
    { page: "slider", props },
    <Page {...props} />,
    {
      before: (page) => {
        const input = page.querySelector("input");
        if (input) input.value = "20";
      },
    },
  );
  expect(complaints).toEqual([]);
  expect(html).not.toContain("style=");
  expect(slider().getAttribute("aria-valuetext")).toBe("20 minutes");
});
