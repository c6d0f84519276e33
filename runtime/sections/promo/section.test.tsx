// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderOffer } from "../../testing/render-offer.tsx";
import { Section } from "./section.tsx";

const REPORT = {
  page: "report",
  props: { heading: "R", sections: [], button: "Go" },
} as const;
const section = (
  <Section section="promo" heading="Your code" saves="Half off" />
);

test("shows the visitor's code, and copies it", async () => {
  const copied: string[] = [];
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  renderOffer(REPORT, section, { journey: { promo: "CALM-7K3Q" } });
  const region = screen.getByRole("region", { name: "Your code" });
  expect(region.textContent).toContain("Half off");
  expect(region.textContent).toContain("CALM-7K3Q");
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Copy the code" }));
  });
  expect(copied).toEqual(["CALM-7K3Q"]);
  expect(screen.getByRole("status").textContent).toBe("Copied.");
});

test("makes no code for who has none", () => {
  const { container, storage } = renderOffer(REPORT, section);
  expect(container.querySelector("[data-section]")).toBeNull();
  expect(JSON.stringify({ ...storage })).not.toContain('"promo":"');
});
