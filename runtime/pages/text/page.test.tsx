// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import {
  describedBy,
  hydratePage,
  renderPage,
  type Setting,
} from "../../testing/render-page.tsx";
import { Page } from "./page.tsx";

const props: PageProps["text"] = {
  ask: "What is your first name?",
  label: "First name",
  autocomplete: "given-name",
  contact: "name",
  maxLength: 8,
  button: "Continue",
};
const show = (setting?: Setting) =>
  renderPage({ page: "text", props }, <Page {...props} />, setting);
const field = () =>
  screen.getByRole<HTMLInputElement>("textbox", { name: "First name" });
const type = (value: string) =>
  fireEvent.change(field(), { target: { value } });
const send = () =>
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));

test("can be filled in by the browser and is bounded", () => {
  show();
  expect(field().autocomplete).toBe("given-name");
  expect(field().maxLength).toBe(8);
  expect(field().hasAttribute("name")).toBe(false);
});

test("the line below the question belongs to the field", () => {
  const helped = { ...props, help: "Only the first one." };
  renderPage({ page: "text", props: helped }, <Page {...helped} />);
  expect(describedBy(field())).toEqual(["Only the first one."]);
});

test.each([
  ["  Anna  ", "Anna"],
  ["Anna\u0007\u00a0 Lee", "Anna Lee"],
  ["Bartholomew", "Bartholo"],
  ["Bartho  lomew", "Bartho l"],
  ["Barthol😀", "Barthol"],
])("%j is kept as %j", (typed, kept) => {
  const { answered, address } = show();
  type(typed);
  send();
  expect(answered()).toBe(kept);
  expect(address()).toBe("PUSH /quiz/3-last?utm_source=ad");
});

test("an empty answer is asked for again", async () => {
  const { answered } = show();
  type("   ");
  send();
  expect(answered()).toBeUndefined();
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(
    document.getElementById(field().getAttribute("aria-describedby") ?? "")
      ?.textContent,
  ).toBe("Please fill this in.");
  await waitFor(() => expect(document.activeElement).toBe(field()));
  type("A");
  expect(field().hasAttribute("aria-invalid")).toBe(false);
});

test("after Back the answer is in the field", () => {
  show({ answer: "Anna" });
  expect(field().value).toBe("Anna");
});

test("what was typed and not sent is there after Back, and forgotten once it was sent", () => {
  const { store } = show();
  type("Ro");
  cleanup();
  show({ store });
  expect(field().value).toBe("Ro");
  type(" Robin ");
  send();
  cleanup();
  show({ store });
  expect(field().value).toBe("Robin");
});

test("before React the form goes nowhere, and what was typed stays", () => {
  const { html, complaints } = hydratePage(
    { page: "text", props },
    <Page {...props} />,
    {
      before: (page) => {
        const input = page.querySelector("input");
        if (input) input.value = "Ada";
      },
    },
  );
  expect(html).toContain('method="dialog"');
  expect(html).not.toContain("style=");
  expect(complaints).toEqual([]);
  expect(field().value).toBe("Ada");
});
