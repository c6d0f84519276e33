// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NOW } from "../testing/render-offer.tsx";
import { only } from "../testing/sections.tsx";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

describe("charts say in words what they draw", () => {
  test("gauge", () => {
    const { section } = only("gauge");
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
      "Your prayer: A seed, 30 on a scale from 0, Small, to 100, Large.",
    );
    expect(section.textContent).toContain("Small for now.");
  });

  test("bars", () => {
    const { section } = only("bars");
    const items = within(section)
      .getAllByRole("listitem")
      .map((item) => item.textContent);
    expect(items).toEqual(["PrayerA seed30 of 100", "RestDeep roots80 of 100"]);
  });

  test("radar", () => {
    only("radar");
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
      "prayer today: 30 of 100, rest today: 80 of 100, focus today: 100 of 100",
    );
  });

  test("projection", () => {
    const { section } = only("projection");
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
      "A line from “Scattered” today to “Steady” by 14 March.",
    );
    expect(section.textContent).toContain("An illustration.");
  });

  test.each([
    [true, ["136", "22"]],
    [false, ["22", "136"]],
  ])("a projection that rises: %s", (rises, ends) => {
    const { section } = only("projection", { rises });
    expect(
      [...section.querySelectorAll("circle")].map((c) => c.getAttribute("cy")),
    ).toEqual(ends);
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
