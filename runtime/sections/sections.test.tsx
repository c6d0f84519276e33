// @vitest-environment happy-dom
import { readdirSync } from "node:fs";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Section } from "../../generated/names.ts";
import { made } from "../testing/made.ts";
import { hydrateOffer, NOW } from "../testing/render-offer.tsx";
import { sections } from "./registry.ts";
import {
  ALL,
  named,
  only,
  REPORT,
  scored,
  show,
} from "../testing/sections.tsx";
import { Sections } from "./sections.tsx";

const when = (answer: string) => ({
  kind: "answer",
  step: "gender",
  in: [answer],
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

test("every section of the language has a component, and stands in `ALL`", () => {
  const known = readdirSync("schema/sections")
    .map((file) => file.replace(".schema.json", ""))
    .toSorted();
  expect(Object.keys(sections).toSorted()).toEqual(known);
  expect(Object.keys(ALL).toSorted()).toEqual(known);
});

test.each(Object.entries(ALL))(
  "%s hydrates as the server has rendered it",
  (section, more) => {
    const items = [made<Section>({ section, when: null, ...more })];
    const { complaints, html, container } = hydrateOffer(
      REPORT,
      <Sections items={items} />,
      scored,
    );
    expect(complaints).toEqual([]);
    expect(html).not.toContain("style=");
    // A picker has nothing to sell outside of an offer; this visitor has neither bought nor a code.
    const shown = container.querySelectorAll("[data-section]").length;
    const isEmpty = ["plans", "promo", "purchases"].includes(section);
    expect(shown).toBe(isEmpty ? 0 : 1);
  },
);

test("a section whose condition does not hold is left out", () => {
  show([
    named("bullets", { heading: "For her", when: when("female") }),
    named("bullets", { heading: "For him", when: when("male") }),
  ]);
  expect(screen.getAllByRole("heading").map((h2) => h2.textContent)).toEqual([
    "For her",
  ]);
});

test.each([
  ["bullets", "text"],
  ["steps", "title"],
] as const)(
  "a point of %s whose condition does not hold is left out",
  (name, key) => {
    const point = (text: string, answer: string) => ({
      [key]: text,
      when: when(answer),
    });
    const items = [point("For her", "female"), point("For him", "male")];
    const { section } = only(name, { items });
    expect(section.querySelectorAll("li")).toHaveLength(1);
    expect(section.textContent).toContain("For her");
    const { container } = show([named(name, { items: items.slice(1) })]);
    expect(container.querySelector("[data-section]")).toBeNull();
  },
);

test("what is urgent comes first", () => {
  show([
    named("bullets", { heading: "Tonight" }),
    named("text", { heading: "Call", urgent: true }),
    named("text", { heading: "Not for them", urgent: true, when: when("x") }),
  ]);
  expect(screen.getAllByRole("heading").map((h2) => h2.textContent)).toEqual([
    "Call",
    "Tonight",
  ]);
});

test("a section with a headline is a region of that name", () => {
  only("bullets");
  expect(screen.getByRole("region", { name: "Inside" })).toBeTruthy();
});

describe("the visitor's own", () => {
  test("recap shows the answers there are", () => {
    const { section } = only("recap");
    expect(section.querySelectorAll("dt")).toHaveLength(1);
    expect(section.querySelector("dd[data-personal]")?.textContent).toBe(
      "Woman",
    );
  });

  test("milestone has a date that the build day does not decide", () => {
    const { html, container } = hydrateOffer(
      REPORT,
      <Sections items={[named("milestone")]} />,
    );
    expect(html).toContain("in 4 weeks");
    expect(container.textContent).toContain("by March 14: Your first month");
  });

  test("milestone in a page that was left open has its date counted anew when the visitor is back", () => {
    const { section } = only("milestone");
    expect(section.textContent).toContain("by March 14:");
    vi.setSystemTime(NOW + 3 * 86_400_000);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(section.textContent).toContain("by March 17:");
  });

  test("milestone in another year has a date with its year", () => {
    const { section } = only("milestone", { days: 365 });
    expect(section.textContent).toContain("by February 14, 2027:");
  });
});

test("the countdown runs outside of the live region, and its end is said in it", () => {
  const { section, later } = only("countdown");
  const timer = screen.getByRole("timer");
  expect(timer.hasAttribute("data-countdown")).toBe(true);
  expect(timer.textContent).toBe("10:00");
  expect(screen.getByRole("status").contains(timer)).toBe(false);
  later(600_000);
  expect(screen.getByRole("status").textContent).toBe("Ended.");
  expect(section.querySelector("[data-countdown]")).toBeNull();
});

test("answers open on a tap, without any script", () => {
  const { section } = only("faq");
  const details = section.querySelector("details");
  expect(details?.open).toBe(false);
  expect(details?.querySelector("summary")?.textContent).toBe("Can I cancel?");
});

test("words of customers say how they were collected", () => {
  const { section } = only("testimonials");
  expect(section.textContent).toContain("From answers to our mail.");
});

test("a film waits for the visitor and has its captions", () => {
  const { section } = only("video");
  const film = section.querySelector("video");
  expect([film?.autoplay, film?.controls, film?.preload]).toEqual([
    false,
    true,
    "none",
  ]);
  expect(film?.querySelector("track")?.getAttribute("src")).toBe("/a.vtt");
});

test.each([
  ["hero", "A lake"],
  ["picture", "A jetty"],
] as const)("%s says what its picture shows", (name, alt) => {
  only(name);
  expect(screen.getByRole("img", { name: alt })).toBeTruthy();
});
