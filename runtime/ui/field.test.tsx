// @vitest-environment happy-dom
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { Field } from "./field.tsx";

function Controlled() {
  const [value, type] = useState("");
  return (
    <Field
      label="Name"
      value={value}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

test("what is typed differs from the attribute when the page is left, so that browsers bring it back", () => {
  render(<Controlled />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
  fireEvent.change(field, { target: { value: "Robin" } });
  fireEvent(window, new Event("pagehide"));
  expect(field.defaultValue).toBe("");
  expect(field.value).toBe("Robin");
});

test("assistive technology says that a field has to be filled in", () => {
  render(<Controlled />);
  const field = screen.getByRole("textbox", { name: "Name" });
  expect(field.ariaRequired ?? field.getAttribute("aria-required")).toBe(
    "true",
  );
});
