// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import {
  hydratePage,
  renderPage,
  type Setting,
} from "../../testing/render-page.tsx";
import { Page } from "./page.tsx";

const props: PageProps["multi"] = {
  ask: "What gets in your way?",
  options: [
    { value: "phone", label: "My phone" },
    { value: "noise", label: "Noise" },
    { value: "people", label: "People" },
  ],
  none: "None of these",
  layout: "list",
  min: 1,
  max: 2,
  button: "Continue",
};
const HERE = "POP /quiz/2-asked?utm_source=ad";
const NEXT = "PUSH /quiz/3-last?utm_source=ad";

const show = (changes: Partial<PageProps["multi"]> = {}, setting?: Setting) => {
  const shown = { ...props, ...changes };
  return renderPage(
    { page: "multi", props: shown },
    <Page {...shown} />,
    setting,
  );
};
const box = (name: string) =>
  screen.getByRole<HTMLInputElement>("checkbox", { name });
const button = () => screen.getByRole("button");
const buttonNamed = (name: string) => screen.getByRole("button", { name });
const ticked = () =>
  screen
    .getAllByRole<HTMLInputElement>("checkbox")
    .filter((c) => c.checked)
    .map((c) => c.value);

test("says why it cannot go on, and does not", () => {
  const { address, answered } = show();
  expect(buttonNamed("Choose at least one")).toBe(button());
  expect(button().getAttribute("aria-disabled")).toBe("true");
  expect(button().hasAttribute("disabled")).toBe(false);
  fireEvent.click(button());
  expect(address()).toBe(HERE);
  expect(answered()).toBeUndefined();
});

test("continues with the count and stores in the options' order", () => {
  const { address, answered } = show();
  fireEvent.click(box("Noise"));
  fireEvent.click(box("My phone"));
  expect(button().dataset["action"]).toBe("continue");
  expect(screen.getByRole("button", { name: "Continue (2 chosen)" })).toBe(
    button(),
  );
  fireEvent.click(button());
  expect(answered()).toEqual(["phone", "noise"]);
  expect(address()).toBe(NEXT);
});

test("counts down to the minimum", () => {
  show({ min: 2 });
  expect(buttonNamed("Choose at least 2")).toBe(button());
  fireEvent.click(box("Noise"));
  expect(buttonNamed("Choose 1 more")).toBe(button());
});

test("more than the maximum is refused with a word", () => {
  show();
  fireEvent.click(box("My phone"));
  fireEvent.click(box("Noise"));
  fireEvent.click(box("People"));
  expect(ticked()).toEqual(["phone", "noise"]);
  expect(screen.getByRole("status").textContent).toBe(
    "That is 2 already. Remove one to swap it.",
  );
  fireEvent.click(box("Noise"));
  expect(screen.getByRole("status").textContent).toBe("");
});

test("none excludes the others and is excluded by them", () => {
  const { answered } = show();
  fireEvent.click(box("My phone"));
  fireEvent.click(box("None of these"));
  expect(ticked()).toEqual(["none"]);
  fireEvent.click(box("Noise"));
  expect(ticked()).toEqual(["noise"]);
  fireEvent.click(box("None of these"));
  fireEvent.click(button());
  expect(answered()).toEqual(["none"]);
});

test("none is enough where several are asked for", () => {
  show({ min: 2 });
  fireEvent.click(box("None of these"));
  expect(buttonNamed("Continue")).toBe(button());
});

test.each([
  [{ min: 1 }, "Choose up to 2."],
  [{ min: 2 }, "Choose 2."],
  [{ min: 1, max: 3 }, "Choose all that apply."],
  [{ min: 2, max: 3 }, "Choose at least 2."],
  [{ help: "Up to two." }, "Up to two."],
])("%o is explained as %s", (changes, words) => {
  show(changes);
  expect(document.getElementById("asked-help")?.textContent).toBe(words);
});

test("digits flip, with the focus on a choice", () => {
  show();
  const [box = document.body] = screen.getAllByRole("checkbox");
  fireEvent.keyDown(box, { key: "2" });
  expect(ticked()).toEqual(["noise"]);
  fireEvent.keyDown(document.body, { key: "1" });
  expect(ticked()).toEqual(["noise"]);
  fireEvent.keyDown(box, { key: "2" });
  expect(ticked()).toEqual([]);
});

test("after Back the choice is shown", () => {
  show({}, { answer: ["people"] });
  expect(ticked()).toEqual(["people"]);
});

test("what was ticked and not sent is there after Back, and forgotten once it was sent", () => {
  const { store } = show();
  fireEvent.click(box("Noise"));
  cleanup();
  show({}, { store });
  expect(ticked()).toEqual(["noise"]);
  fireEvent.click(box("My phone"));
  fireEvent.click(button());
  cleanup();
  show({}, { store, answer: ["people"] });
  expect(ticked()).toEqual(["people"]);
});

test("what was ticked before React stays", () => {
  const { html, complaints, answered } = hydratePage(
    { page: "multi", props },
    <Page {...props} />,
    {
      before: (page) => {
        const noise = page.querySelector<HTMLInputElement>("[value=noise]");
        if (noise) noise.checked = true;
      },
    },
  );
  expect(complaints).toEqual([]);
  expect(html).not.toContain("style=");
  expect(ticked()).toEqual(["noise"]);
  fireEvent.click(button());
  expect(answered()).toEqual(["noise"]);
});
