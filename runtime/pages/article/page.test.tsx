// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { Page } from "./page.tsx";

const link = (href: string, words: string) =>
  ({ kind: "link", href, children: [words] }) as const;
const props: PageProps["article"] = {
  heading: "Terms of use",
  text: [
    { kind: "heading", children: ["What you buy"] },
    {
      kind: "paragraph",
      children: [
        link("mailto:help@a-brand.example", "Write to us"),
        link("https://example.org/law", "the law"),
        link("javascript:alert(1)", "a trap"),
      ],
    },
    { kind: "list", ordered: true, items: [["Cancel at any time."]] },
    { kind: "list", ordered: true, start: 2, items: [["Pay by the month."]] },
  ],
};

test("sets text as elements, with links that are safe", () => {
  const { container } = renderPage(
    { page: "article", props, progress: null },
    <Page {...props} />,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    "Terms of use",
  );
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(
    "What you buy",
  );
  expect(container.querySelector("ol > li")?.textContent).toBe(
    "Cancel at any time.",
  );
  const starts = [...container.querySelectorAll("ol")].map(
    ({ start }) => start,
  );
  expect(starts).toEqual([1, 2]);
  expect(
    screen.getByRole("link", { name: "Write to us" }).getAttribute("href"),
  ).toBe("mailto:help@a-brand.example");
  expect(
    screen.getByRole("link", { name: "the law" }).getAttribute("rel"),
  ).toBe("noopener noreferrer");
  expect(screen.getByText("a trap").closest("a")).toBeNull();
});
