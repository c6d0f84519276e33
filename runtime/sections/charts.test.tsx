// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NOW } from "../testing/render-offer.tsx";
import { only } from "../testing/sections.tsx";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

describe("charts say in words what they draw", () => {
  test("gauge", () => {
    const { section } = only("gauge");
    expect(section.textContent).toBe(
      "Your prayerA seed3 of 10 points0 · Small10 · LargeSmall for now.",
    );
  });

  test("bars", () => {
    const { section } = only("bars");
    const items = within(section)
      .getAllByRole("listitem")
      .map((item) => item.textContent);
    expect(items).toEqual(["PrayerA seed3 of 10", "RestDeep roots8 of 10"]);
  });

  test("portrait", () => {
    const { section } = only("portrait");
    expect(section.querySelector("dl")?.textContent).toBe(
      "The prayerA seed3 of 10 points0 · Small10 · LargeSmall for now." +
        "Rest todayDeep roots8 of 10 points0 · Short10 · Plenty",
    );
    expect(section.textContent).toContain("The middle is half.");
  });

  test.each([
    ["lake", "path", 2],
    ["window", ".lit", 3 + 8],
    ["face", ".mark", 2 + 1],
    ["cards", ".lit", 2 + 4],
    ["stones", "rect", 2],
    ["blocks", ".lit", 2 + 5],
  ] as const)("a portrait as %s is made from the scores", (as, part, count) => {
    const { section } = only("portrait", { as });
    const drawing = section.querySelector("svg");
    const name = part.startsWith(".") ? `[class*="${part.slice(1)}"]` : part;
    const drawn = [...(drawing?.querySelectorAll(name) ?? [])].filter(
      (element) => !/unlit/.test(element.getAttribute("class") ?? ""),
    );
    expect(drawn).toHaveLength(count);
  });

  test("a portrait that cannot be made a picture says so", async () => {
    const { section } = only("portrait");
    vi.spyOn(console, "error").mockReturnValue();
    const alert = within(section).getByRole("alert");
    expect(alert.textContent).toBe("");
    fireEvent.click(screen.getByRole("button", { name: "Keep the lake" }));
    await waitFor(() =>
      expect(alert.textContent).toContain("could not make the picture"),
    );
    expect(console.error).toHaveBeenCalledWith(
      "the picture could not be made",
      "Error",
    );
  });

  test("comparison", () => {
    only("comparison");
    const row = screen.getByRole("row", { name: /Fits your rhythm/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["Yes", "No"]);
  });
});
