// @vitest-environment happy-dom
import { readdirSync } from "node:fs";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Score } from "../../generated/contract.ts";
import type { Section } from "../../generated/names.ts";
import { made } from "../testing/made.ts";
import {
  hydrateOffer,
  NOW,
  type OfferSetting,
  renderOffer,
} from "../testing/render-offer.tsx";
import { sections } from "./registry.ts";
import { Sections } from "./sections.tsx";

const picture = { src: "/a.svg", width: 640, height: 480 };
const score = (id: string, points: number): Score => ({
  id,
  label: `The ${id}`,
  min: 0,
  max: 10,
  items: { gender: { female: points } },
  bands: [
    { id: "low", label: "A seed", text: "Small for now.", upTo: 4 },
    { id: "high", label: "Deep roots", text: null, upTo: null },
  ],
});
const scored: OfferSetting = {
  scores: [score("prayer", 3), score("rest", 8), score("focus", 10)],
  journey: { answers: { gender: "female" } },
};

/** Every section once, with all it can hold. */
const ALL: { readonly [S in Section["section"]]: object } = {
  bars: {
    heading: "Where you begin",
    items: [
      { label: "Prayer", score: "prayer" },
      { label: "Rest", score: "rest" },
    ],
  },
  "before-after": {
    before: { label: "Now", items: ["Late nights"], picture },
    after: { label: "Week 4", items: ["Asleep by eleven"] },
  },
  bullets: { heading: "Inside", items: ["Ten minutes a day"], mark: "check" },
  comparison: {
    ours: "The plan",
    theirs: "An app",
    rows: [{ label: "Fits your rhythm", ours: true, theirs: false }],
  },
  countdown: { minutes: 10, text: "Held for", ended: "Ended." },
  faq: {
    heading: "Questions",
    items: [
      {
        q: "Can I cancel?",
        a: [{ kind: "paragraph", children: ["At any time."] }],
      },
    ],
  },
  gauge: {
    heading: "Your prayer",
    score: "prayer",
    low: "Small",
    high: "Large",
  },
  guarantee: { heading: "Change your mind", text: "We pay back.", days: 30 },
  hero: { heading: "Four weeks", text: "A line", picture, alt: "A lake" },
  milestone: { days: 28, text: "Your first month" },
  numbers: { items: [{ value: "10 min", label: "a day" }] },
  picture: { picture, alt: "A jetty", caption: "At dawn" },
  plans: { plans: [{ product: "plan", label: "12 weeks" }], promo: true },
  preview: { picture, caption: "Yours", example: "An example" },
  projection: {
    from: "Scattered",
    to: "Steady",
    days: 28,
    rises: true,
    note: "An illustration.",
  },
  promo: { saves: "Half off" },
  purchases: { heading: "Already yours" },
  radar: {
    heading: "Three things",
    items: ["prayer", "rest", "focus"].map((id) => ({
      label: `${id} today`,
      score: id,
    })),
  },
  recap: {
    heading: "In your words",
    items: [
      { label: "You are", question: "gender" },
      { label: "You rest", question: "habits" },
    ],
  },
  steps: {
    items: [{ title: "Pick a time", text: "Any time." }, { title: "Begin" }],
  },
  testimonials: {
    items: [
      { quote: "I finished a book.", name: "Mara", detail: "38", picture },
    ],
    note: "Illustrative.",
  },
  text: {
    heading: "Honestly",
    text: [{ kind: "paragraph", children: ["A few words."] }],
  },
  video: {
    video: { ...picture, src: "/a.mp4" },
    poster: picture,
    captions: { ...picture, src: "/a.vtt" },
  },
};
const named = (name: keyof typeof ALL, more: object = {}) =>
  made<Section>({ section: name, when: null, ...ALL[name], ...more });
const REPORT = {
  page: "report",
  props: { heading: "R", sections: [], button: "Go" },
} as const;

const show = (items: readonly Section[], setting: OfferSetting = scored) =>
  renderOffer(REPORT, <Sections items={items} />, setting);
const only = (
  name: keyof typeof ALL,
  more?: object,
  setting?: OfferSetting,
) => {
  const { container, later } = show([named(name, more)], setting);
  const [section] = container.querySelectorAll<HTMLElement>("[data-section]");
  if (section === undefined) throw new Error(`no ${name}`);
  return { section, later };
};

const when = (answer: string) => ({
  kind: "answer",
  step: "gender",
  in: [answer],
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

test("every section of the language has a component", () => {
  const known = readdirSync("schema/sections").map((file) =>
    file.replace(".schema.json", ""),
  );
  expect(Object.keys(sections).toSorted()).toEqual(known.toSorted());
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

test("a section with a headline is a region of that name", () => {
  only("bullets");
  expect(screen.getByRole("region", { name: "Inside" })).toBeTruthy();
});

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

describe("the visitor's own", () => {
  test("recap shows the answers there are", () => {
    const { section } = only("recap");
    expect(section.querySelectorAll("dt")).toHaveLength(1);
    expect(section.querySelector("dd")?.textContent).toBe("Woman");
  });

  test("milestone has a date that the build day does not decide", () => {
    const { html, container } = hydrateOffer(
      REPORT,
      <Sections items={[named("milestone")]} />,
    );
    expect(html).toContain("in 4 weeks");
    expect(container.textContent).toContain("by 14 March: Your first month");
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

test("quotes are marked as illustrative", () => {
  const { section } = only("testimonials");
  expect(section.textContent).toContain("Illustrative.");
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
