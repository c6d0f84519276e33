import type { Score } from "../../generated/contract.ts";
import type { Section } from "../../generated/names.ts";
import { made } from "./made.ts";
import { type OfferSetting, renderOffer } from "./render-offer.tsx";
import { Sections } from "../sections/sections.tsx";

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
export const scored: OfferSetting = {
  scores: [score("prayer", 3), score("rest", 8), score("focus", 10)],
  journey: { answers: { gender: "female" } },
};

/** Sections with all they can hold, each once. */
export const ALL = {
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
  countdown: {
    minutes: 10,
    text: "Held for",
    ended: "Ended.",
    more: "More time",
    added: "Added.",
    soon: "Soon.",
  },
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
  portrait: {
    heading: "Your lake today",
    as: "lake",
    items: [
      { score: "prayer", low: "Small", high: "Large" },
      { label: "Rest today", score: "rest", low: "Short", high: "Plenty" },
    ],
    middle: "The middle is half.",
    save: "Keep the lake",
  },
  promo: {},
  purchases: { heading: "Already yours" },
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
    note: "From answers to our mail.",
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
} satisfies { readonly [S in Section["section"]]?: object };

/** A section as the content would have it. */
export const named = (name: keyof typeof ALL, more: object = {}) =>
  made<Section>({ section: name, when: null, ...ALL[name], ...more });
export const REPORT = {
  page: "report",
  props: { heading: "R", sections: [], button: "Go" },
} as const;

/** Sections of a report, to a visitor who has answered. */
export const show = (
  items: readonly Section[],
  setting: OfferSetting = scored,
) => renderOffer(REPORT, <Sections items={items} />, setting);
/** One section of a report, alone. */
export const only = (
  name: keyof typeof ALL,
  more?: object,
  setting?: OfferSetting,
) => {
  const { container, later } = show([named(name, more)], setting);
  const [section] = container.querySelectorAll<HTMLElement>("[data-section]");
  if (section === undefined) throw new Error(`no ${name}`);
  return { section, later };
};
