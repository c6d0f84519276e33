// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  hydratePage,
  renderPage,
  type Setting,
  type Shown,
} from "../testing/render-page.tsx";
import { NO_VENDORS } from "../testing/no-vendors.ts";
import { consentOpenAtom } from "../state/app.ts";
import { Frame } from "./frame.tsx";

const shown = (progress: number | null): Shown => ({
  page: "info",
  props: { heading: "A heading", button: "Continue" },
  progress,
});
const frame = (
  <Frame>
    <main>Content</main>
  </Frame>
);
const show = (progress: number | null, setting?: Setting) =>
  renderPage(shown(progress), frame, setting);

test("names the brand, links the small print and surrounds the content", () => {
  show(0.5);
  expect(screen.getByRole("banner").textContent).toContain("A brand");
  expect(
    screen.getByRole("link", { name: "Terms of use" }).getAttribute("href"),
  ).toBe("/terms");
  expect(screen.getByRole("main").textContent).toBe("Content");
});

test("a logo stands for the name", () => {
  show(0.5, {
    brand: { logo: { src: "/assets/logo.svg", width: 136, height: 32 } },
  });
  expect(screen.getByRole("img", { name: "A brand" })).toBeTruthy();
});

test("Back leads to the step before, query kept", () => {
  const { address } = show(0.5);
  const back = screen.getByRole("button", { name: "Back" });
  expect(back.dataset["action"]).toBe("back");
  fireEvent.click(back);
  expect(address()).toBe("PUSH /quiz/start?utm_source=ad");
});

test.each([
  [0, "0"],
  [0.335, "34"],
  [1, "100"],
])("progress %d is %s percent", (progress, percent) => {
  show(progress);
  const bar = screen.getByRole<HTMLProgressElement>("progressbar", {
    name: "Progress",
  });
  expect([bar.getAttribute("value"), bar.max]).toEqual([percent, 100]);
});

test.each([true, false])(
  "a page that says whom to call has no progress: %s",
  (urgent) => {
    const props = { heading: "A heading", button: "Continue", urgent };
    renderPage({ page: "info", props, progress: 0.5 }, frame);
    const room = screen.getByRole("progressbar").parentElement;
    expect(/unsaid/.test(room?.className ?? "")).toBe(urgent);
  },
);

test("outside the quiz there is no progress", () => {
  show(null);
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("progress is right in the HTML, without a style attribute", () => {
  const { html, complaints } = hydratePage(shown(0.25), frame);
  expect(html).toContain('value="25"');
  expect(html).not.toContain("style=");
  expect(complaints).toEqual([]);
});

const vendors = {
  ...NO_VENDORS,
  tagManager: { id: "GTM-K8P2QX", hosts: [] },
};

test("what was chosen about third parties can be chosen again", () => {
  const { store } = show(0.5, { brand: { consent: "required", vendors } });
  fireEvent.click(screen.getByRole("button", { name: "Privacy choices" }));
  expect(store.get(consentOpenAtom)).toBe(true);
});

test.each([
  ["a brand without third parties", { consent: "required" }],
  ["a brand that need not tell of them", { consent: "none", vendors }],
] as const)("%s has nothing to choose", (_, brand) => {
  show(0.5, { brand });
  expect(screen.queryByRole("button", { name: "Privacy choices" })).toBeNull();
});
