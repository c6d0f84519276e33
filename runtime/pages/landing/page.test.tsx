// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { renderOffer } from "../../testing/render-offer.tsx";
import { hydratePage, renderPage } from "../../testing/render-page.tsx";
import { Page } from "./page.tsx";

const props: PageProps["landing"] = {
  heading: "Sleep the night through",
  text: "Three minutes of questions.",
  picture: { src: "/assets/moon.1a2b3c4d.svg", width: 320, height: 200 },
  alt: "A moon over a roof",
  sections: [
    {
      section: "bullets",
      heading: "What you get",
      items: ["A plan"],
      mark: "check",
      when: null,
    },
  ],
  button: "Begin",
};
const shown = { page: "landing", props, progress: null } as const;

test("tells its story and goes on to the next step, query kept", () => {
  const { path } = renderOffer(shown, <Page {...props} />);
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  expect(screen.getByRole("img", { name: "A moon over a roof" })).toBeTruthy();
  expect(screen.getByRole("heading", { name: "What you get" })).toBeTruthy();
  const button = screen.getByRole("button", { name: "Begin" });
  expect(button.dataset["action"]).toBe("continue");
  fireEvent.click(button);
  expect(path()).toBe("/quiz/next?utm_source=ad");
});

test("of a brand is a link to one of its paths, query kept", () => {
  renderPage(
    { ...shown, edges: [{ on: "next", to: "/quiz", when: null }] },
    <Page {...props} />,
  );
  window.history.replaceState(null, "", "/?utm_source=ad");
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Begin" });
  expect(link.dataset["action"]).toBe("continue");
  expect(link.getAttribute("href")).toBe("/quiz");
  fireEvent.click(link);
  expect(link.getAttribute("href")).toMatch(/\/quiz\?utm_source=ad$/);
});

test("needs no more than a headline", () => {
  const { html, complaints } = hydratePage(
    { ...shown, props: { heading: "Begin here", button: "Start" } },
    <Page heading="Begin here" button="Start" />,
  );
  expect(complaints).toEqual([]);
  expect(html).not.toContain("<img");
  expect(screen.getByRole("button", { name: "Start" })).toBeTruthy();
});
