// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderOffer } from "../../testing/render-offer.tsx";
import { Section } from "./section.tsx";

const REPORT = {
  page: "report",
  props: { heading: "R", sections: [], button: "Go" },
} as const;
const section = <Section section="promo" heading="Your code" />;
const promo = { id: "own", code: "CALM-7K3QAB" };

test("shows the visitor's code with its worth, and copies it", async () => {
  const copied: string[] = [];
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  renderOffer(REPORT, section, { journey: { promo } });
  const region = screen.getByRole("region", { name: "Your code" });
  expect(region.textContent).toContain("10%\u00a0off your first payment");
  expect(region.textContent).toContain("CALM-7K3QAB");
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Copy the code" }));
  });
  expect(copied).toEqual(["CALM-7K3QAB"]);
  expect(screen.getByRole("status").textContent).toBe("Copied.");
});

test.each([
  ["who has none", null],
  ["who waits for one", { id: "own", code: "" }],
  ["who has one of another version of the funnel", { id: "gone", code: "X-1" }],
])("shows nothing to %s", (_, known) => {
  const { container } = renderOffer(
    REPORT,
    section,
    known === null ? {} : { journey: { promo: known } },
  );
  expect(container.querySelector("[data-section]")).toBeNull();
});
