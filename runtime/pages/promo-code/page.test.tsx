// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { hydrateOffer, renderOffer } from "../../testing/render-offer.tsx";
import { Page } from "./page.tsx";

const props: PageProps["promo-code"] = {
  heading: "A code for you",
  prefix: "FOCUS",
  saves: "Half off your first 12 weeks",
  button: "Use my code",
};
const shown = { page: "promo-code", props } as const;
const known = { journey: { promo: "FOCUS-7K2Q" } };

const copy = () =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Copy the code" }));
  });
const code = () => screen.getByText(/^FOCUS-\w+$/).lastChild?.textContent;

afterEach(() => vi.unstubAllGlobals());

test("the code is made once and kept", () => {
  const { storage } = renderOffer(shown, <Page {...props} />);
  expect(storage.getItem("funnel:calm/focus")).toContain(`"promo":"${code()}"`);
});

test("a code that was made before is shown", () => {
  renderOffer(shown, <Page {...props} />, known);
  expect(code()).toBe("FOCUS-7K2Q");
});

test.each([
  ["copied", () => Promise.resolve(), "Copied."],
  [
    "refused",
    () => Promise.reject(new Error("denied")),
    "Your browser did not allow it. Press and hold the code to copy it.",
  ],
])("a code that is %s says so", async (_case, writeText, words) => {
  const write = vi.fn<(text: string) => Promise<void>>(writeText);
  vi.stubGlobal("navigator", { clipboard: { writeText: write } });
  renderOffer(shown, <Page {...props} />, known);
  expect(screen.getByRole("status").textContent).toBe("");
  await copy();
  expect(write).toHaveBeenCalledWith("FOCUS-7K2Q");
  expect(screen.getByRole("status").textContent).toBe(words);
});

test("leads on", () => {
  const { path } = renderOffer(shown, <Page {...props} />);
  fireEvent.click(screen.getByRole("button", { name: "Use my code" }));
  expect(path()).toBe("/quiz/next?utm_source=ad");
});

test("the server keeps the place of a code it cannot know", () => {
  const { html, complaints } = hydrateOffer(shown, <Page {...props} />, known);
  expect(html).not.toContain("7K2Q");
  expect(html).not.toContain("style=");
  expect(complaints).toEqual([]);
  expect(code()).toBe("FOCUS-7K2Q");
});
