// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { Page } from "./page.tsx";

const props: PageProps["not-found"] = {
  heading: "This page does not exist",
  text: "The quiz is one tap away.",
  button: "Start over",
};

test("says so and leads to the brand's root", () => {
  renderPage({ page: "not-found", props, progress: null }, <Page {...props} />);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    "This page does not exist",
  );
  expect(
    screen.getByRole("link", { name: "Start over" }).getAttribute("href"),
  ).toBe("/");
});

test("what is said stands with the way on, in two columns too", () => {
  renderPage({ page: "not-found", props, progress: null }, <Page {...props} />);
  const link = screen.getByRole("link", { name: "Start over" });
  const words = screen.getByText("The quiz is one tap away.");
  expect(words.parentElement).toBe(link.parentElement);
});
