// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { RUN_MS } from "../../core/run-of-taps.ts";
import {
  describedBy,
  hydratePage,
  renderPage,
  type Setting,
} from "../../testing/render-page.tsx";
import { Page } from "./page.tsx";

const props: PageProps["number"] = {
  ask: "How many hours do you sleep?",
  measure: "number",
  unit: "hours",
  min: 1,
  max: 16,
  step: 0.5,
  button: "Continue",
};
const tall: PageProps["number"] = {
  ask: "How tall are you?",
  measure: "height",
  button: "Continue",
};
const NEXT = "PUSH /quiz/3-last?utm_source=ad";

const show = (shown: PageProps["number"], setting?: Setting) =>
  renderPage({ page: "number", props: shown }, <Page {...shown} />, setting);
const fields = () => screen.getAllByRole<HTMLInputElement>("textbox");
const values = () => fields().map((field) => field.value);
const type = (index: number, value: string) => {
  const field = fields()[index];
  if (field) fireEvent.change(field, { target: { value } });
};
const send = () =>
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
const unit = (name: string) =>
  fireEvent.click(screen.getByRole("radio", { name }));

afterEach(() => void vi.restoreAllMocks());
const livesIn = (language: string) =>
  vi.spyOn(navigator, "language", "get").mockReturnValue(language);

test("asks for a number with the keypad for it", () => {
  show(props);
  const field = screen.getByRole("textbox", {
    name: "How many hours do you sleep? hours",
  });
  expect(field.getAttribute("inputmode")).toBe("decimal");
  expect(screen.queryByRole("radio")).toBeNull();
});

test("whole numbers are asked for with the keypad that has no point", () => {
  const { answered } = show({ ...props, step: 1 });
  expect(screen.getByRole("textbox").getAttribute("inputmode")).toBe("numeric");
  type(0, "7.5");
  send();
  expect(answered()).toBeUndefined();
  expect(screen.getByText(/whole number, such as 7 or 8/)).toBeTruthy();
});

test("the line below the question belongs to the field", () => {
  show({ ...props, help: "On most nights." });
  expect(describedBy(screen.getByRole("textbox"))).toEqual(["On most nights."]);
});

test("stores the number and goes on", () => {
  const { answered, address } = show(props);
  type(0, " 7,5 ");
  send();
  expect(answered()).toBe(7.5);
  expect(address()).toBe(NEXT);
});

test("what was typed and not sent is there after Back, in its units", () => {
  const { store } = show(tall);
  unit("ft, in");
  type(0, "5");
  cleanup();
  show(tall, { store });
  expect(values()).toEqual(["5", ""]);
});

test("says what is wrong beside the field, and takes it back", async () => {
  const { answered } = show(props);
  type(0, "40");
  send();
  expect(answered()).toBeUndefined();
  const [field] = fields();
  expect(field?.getAttribute("aria-invalid")).toBe("true");
  const words = document.getElementById(
    field?.getAttribute("aria-describedby") ?? "",
  );
  expect(words?.textContent).toBe(
    "Please enter a number between 1 and 16\u00a0hours.",
  );
  await waitFor(() => expect(document.activeElement).toBe(field));
  type(0, "8");
  expect(fields()[0]?.hasAttribute("aria-invalid")).toBe(false);
});

describe("a number that hardly anybody means", () => {
  const hours = { ...props, max: 24, plausible: { min: 3, max: 12 } };
  const yes = (name: string) =>
    fireEvent.click(screen.getByRole("button", { name }));
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("is asked about once, then taken", () => {
    const { answered, address } = show(hours);
    type(0, "20");
    send();
    expect(answered()).toBeUndefined();
    expect(screen.getByRole("status").textContent).toBe(
      "20\u00a0hours: is that right? If not, change it.",
    );
    expect(fields()[0]?.hasAttribute("aria-invalid")).toBe(false);
    for (const told of screen.getAllByText(/20 hours/))
      expect(told.closest("[data-personal]")).not.toBeNull();
    vi.advanceTimersByTime(RUN_MS);
    yes("Yes, 20\u00a0hours");
    expect(answered()).toBe(20);
    expect(address()).toBe(NEXT);
  });

  test("is not confirmed by a double click on the button that brought the question up", () => {
    const { answered } = show(hours);
    type(0, "20");
    send();
    yes("Yes, 20\u00a0hours");
    expect(answered()).toBeUndefined();
    expect(
      screen.getByRole("button", { name: "Yes, 20\u00a0hours" }),
    ).toBeTruthy();
    vi.advanceTimersByTime(RUN_MS);
    yes("Yes, 20\u00a0hours");
    expect(answered()).toBe(20);
  });

  test("is not confirmed by Return that is held down", () => {
    show(hours);
    const press = (repeat: boolean) =>
      fireEvent.keyDown(screen.getByRole("textbox"), { key: "Enter", repeat });
    // False where the browser is kept from sending the form.
    expect(press(false)).toBe(true);
    expect(press(true)).toBe(false);
  });

  test("is asked about anew where it was changed, and not where it was made plausible", () => {
    const { answered } = show(hours);
    type(0, "20");
    send();
    type(0, "2");
    expect(screen.getByRole("status").textContent).toBe("");
    send();
    expect(answered()).toBeUndefined();
    expect(
      screen.getByRole("button", { name: "Yes, 2\u00a0hours" }),
    ).toBeTruthy();
    type(0, "8");
    send();
    expect(answered()).toBe(8);
  });

  test("is not asked about again when its visitor comes back, nor are the bounds themselves", () => {
    const { address } = show(hours, { answer: 20 });
    send();
    expect(address()).toBe(NEXT);
  });

  test.each(["3", "12"])("%s is plausible", (text) => {
    const { answered } = show(hours);
    type(0, text);
    send();
    expect(answered()).toBe(Number(text));
  });

  test("is named in the units on screen", () => {
    livesIn("en-US");
    show({ ...tall, plausible: { max: 200 } });
    type(0, "6");
    type(1, "10");
    send();
    expect(
      screen.getByRole("button", { name: "Yes, 6\u00a0ft\u00a010\u00a0in" }),
    ).toBeTruthy();
  });
});

describe("height", () => {
  test("switches units without losing the value, there and back", () => {
    livesIn("en-GB");
    const { answered } = show(tall);
    type(0, "172");
    unit("ft, in");
    expect(values()).toEqual(["5", "8"]);
    unit("cm");
    expect(values()).toEqual(["172"]);
    send();
    expect(answered()).toBe(172);
  });

  test("stores centimetres whatever was typed", () => {
    livesIn("en-GB");
    const { answered } = show(tall);
    unit("ft, in");
    type(0, "5");
    type(1, "8");
    send();
    expect(answered()).toBe(172.7);
  });

  test.each([
    ["en-US", 2],
    ["en-GB", 1],
    ["de", 1],
  ])("starts in the units of %s", (language, count) => {
    livesIn(language);
    show(tall);
    expect(fields()).toHaveLength(count);
  });

  test("after Back the height is shown in the units that were chosen, and stored as it was", () => {
    livesIn("en-GB");
    const { store, answered } = show(tall);
    unit("ft, in");
    type(0, "5");
    type(1, "7.5");
    send();
    expect(answered()).toBe(171.5);
    cleanup();
    const again = show(tall, { store });
    expect(values()).toEqual(["5", "8"]);
    send();
    expect(again.answered()).toBe(171.5);
    cleanup();
    show({ ...tall, measure: "weight" }, { store, answer: 70 });
    expect(values()).toEqual(["154.5"]);
  });

  test("units are named in words to those who listen", () => {
    livesIn("en-US");
    show(tall);
    for (const words of ["Feet", "Inches"])
      expect(
        screen.getByRole("textbox", { name: `How tall are you? ${words}` }),
      ).toBeTruthy();
  });

  test("after Back the stored height is shown", () => {
    livesIn("en-US");
    show(tall, { answer: 180 });
    expect(values()).toEqual(["5", "11"]);
  });

  test("is metric in the HTML, and keeps what was typed there before React", () => {
    livesIn("en-US");
    const { html, complaints } = hydratePage(
      { page: "number", props: tall },
      <Page {...tall} />,
      {
        before: (page) => {
          const input =
            page.querySelector<HTMLInputElement>("input[type=text]");
          if (input) input.value = "181";
        },
      },
    );
    expect(complaints).toEqual([]);
    expect(html).toContain(">cm<");
    expect(html).not.toContain("style=");
    expect(values()).toEqual(["181"]);
  });
});
