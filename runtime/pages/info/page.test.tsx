// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { hydratePage, renderPage } from "../../testing/render-page.tsx";
import sticky from "../../ui/sticky-action.module.css";
import { Page } from "./page.tsx";

const props: PageProps["info"] = {
  heading: "You are in good company",
  text: [
    {
      kind: "paragraph",
      children: [
        "Most have tried ",
        { kind: "strong", children: ["more than one"] },
        " system.",
      ],
    },
    {
      kind: "list",
      ordered: false,
      items: [["Start small"], ["Stay with it"]],
    },
  ],
  picture: { src: "/assets/calm/boat.svg", width: 320, height: 200 },
  source: "A study of 1,200 people.",
  button: "I see",
};

test("shows the picture, the text and the source under one headline", () => {
  const { container } = renderPage(
    { page: "info", props },
    <Page {...props} />,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    "You are in good company",
  );
  expect(container.querySelector("strong")?.textContent).toBe("more than one");
  expect(
    screen.getAllByRole("listitem").map((item) => item.textContent),
  ).toEqual(["Start small", "Stay with it"]);
  expect(screen.getByText("A study of 1,200 people.")).toBeTruthy();
  const picture = container.querySelector("img");
  expect([picture?.width, picture?.height, picture?.alt]).toEqual([
    320,
    200,
    "",
  ]);
});

test("goes on", () => {
  const { address } = renderPage({ page: "info", props }, <Page {...props} />);
  const button = screen.getByRole("button", { name: "I see" });
  expect(button.dataset["action"]).toBe("continue");
  fireEvent.click(button);
  expect(address()).toBe("PUSH /quiz/3-last?utm_source=ad");
});

test.each([false, true])(
  "the button covers nothing on an urgent page: %s",
  (urgent) => {
    const own: PageProps["info"] = { ...props, urgent };
    const { address } = renderPage(
      { page: "info", props: own },
      <Page {...own} />,
    );
    const button = screen.getByRole("button", { name: "I see" });
    expect(button.closest(`.${sticky.action}`) === null).toBe(urgent);
    fireEvent.click(button);
    expect(address()).toBe("PUSH /quiz/3-last?utm_source=ad");
  },
);

test("a variable is marked as personal and shows its fallback first", () => {
  const personal: PageProps["info"] = {
    heading: [
      "Hello, ",
      { kind: "variable", name: "name", fallback: "friend" },
      ".",
    ],
    button: "Continue",
  };
  const { html, complaints } = hydratePage(
    { page: "info", props: personal },
    <Page {...personal} />,
  );
  expect(complaints).toEqual([]);
  expect(html).toContain('<span data-personal="name">friend</span>');
});
