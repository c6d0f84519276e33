import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closings, facts, people, topics } from "./words.ts";
import type { Topic } from "./words.ts";

export interface TreeSize {
  readonly funnels: number;
  readonly pagesPerFunnel: number;
}

const BRANDS = 20;
/** Pages after the questions: analysing to thank-you. */
const PAGES_AFTER = 9;
const SCORES = ["habit", "mood", "start"] as const;

/**
 * Writes a valid content tree of any size: a site, up to 20 brands and their funnels, about half a kilobyte a page.
 * The same size gives the same bytes.
 */
export function generateTree(
  dir: string,
  { funnels, pagesPerFunnel }: TreeSize,
): void {
  const brands = Math.min(BRANDS, funnels);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "site.yaml"), site());
  for (let brand = 0; brand < brands; brand += 1) {
    const folder = join(dir, brandId(brand));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "brand.yaml"), brandFile(brand));
    for (let n = brand; n < funnels; n += brands) {
      const mount = n < brands ? "/quiz" : `/quiz-${Math.floor(n / brands)}`;
      const topic = topics[n % topics.length] ?? fail();
      const text = funnelFile({
        topic,
        mount,
        questions: pagesPerFunnel - PAGES_AFTER,
        random: randomOf(n),
      });
      writeFileSync(join(folder, `${topic.id}-${n}.yaml`), text);
    }
  }
}

function brandId(brand: number): string {
  return `brand-${String(brand + 1).padStart(2, "0")}`;
}

function site(): string {
  return `defaultBrand: ${brandId(0)}
otoPath: /quiz/oto
currencies:
  - { country: CA, symbol: CA$, region: Canada, code: CAD }
  - { country: GB, symbol: £, region: Great Britain, code: GBP }
  - { currency: EUR, symbol: €, region: Europe, code: EUR }
  - { symbol: $, region: Default, code: USD }
`;
}

function brandFile(brand: number): string {
  const id = brandId(brand);
  const price = (usd: number): string =>
    `{ USD: ${usd}.99, EUR: ${usd - 1}.99, GBP: ${usd - 3}.99, CAD: ${usd + 9}.99 }`;
  const product = (
    code: string,
    name: string,
    usd: number,
    days: number,
  ): string => `  ${code}:
    name: ${name}
    price: ${price(usd)}
    days: ${days}
    renews: { everyDays: 28, price: ${price(39)} }
`;
  const page = (path: string, heading: string): string => `  - path: /${path}
    page: article
    heading: ${heading}
    text: |
      We keep this short so that it can be read.

      **What we store.** Your answers stay in your browser. We keep your email and what you buy.

      - Write to help@${id}.example for a copy.
      - Write again to have it deleted.
`;
  return `project:
  alias: ${id}
  name: Brand ${brand + 1}
  supportEmail: help@${id}.example
  homepageLink: https://app.${id}.example
hosts: [${id}.example, go.${id}.example]
home: /quiz
preloader: ${brand % 2 === 0 ? "none" : "start-up"}
theme:
  font: { package: "@fontsource-variable/figtree", family: Figtree Variable }
  colors:
    page: "#eaf0ed"
    surface: "#fafcfb"
    ink: "#1b3035"
    muted: "#4c6165"
    line: "#bfcecb"
    accent: "#1d5c64"
    accentStrong: "#13454b"
    onAccent: "#ffffff"
    soft: "#d8e7e3"
    highlight: "#e6a15a"
    good: "#2a6b49"
    bad: "#a13530"
  radius: { card: ${brand % 5} , control: 14, button: 999 }
products:
${product("four-weeks", "4 weeks", 19, 28)}${product("four-weeks-regular", "4 weeks", 39, 28)}${product("twelve-weeks", "12 weeks", 45, 84)}  workbook:
    name: The workbook
    price: ${price(15)}
  workbook-small:
    name: The short workbook
    price: ${price(9)}
pages:
${page("terms", "Terms of use")}${page("policy", "Privacy policy")}`;
}

interface Plan {
  readonly topic: Topic;
  readonly mount: string;
  readonly questions: number;
  readonly random: Random;
}

function funnelFile(plan: Plan): string {
  const { topic, mount, questions } = plan;
  const list = Array.from({ length: questions }, (_, n) => question(plan, n));
  return `name: ${topic.name}
title: ${topic.name}, a plan of your own
description: A few minutes of questions, then a plan to ${topic.wish}.
mounts: [${mount}]

optionSets:
  frequency:
    - { label: Never, points: 0 }
    - { label: Now and then, points: 1 }
    - { label: Often, points: 2 }
    - { label: Nearly always, points: 3 }

scores:
${SCORES.map(score).join("")}
shared:
  voices:
    section: testimonials
    heading: How it can feel
    items:
${people.map(([quote, name, detail]) => `      - { quote: ${quote.replaceAll(",", " –")}, name: ${name}, detail: "${detail}" }\n`).join("")}
questions:
${list.join("")}
pages:
${pages(plan)}`;
}

function score(id: string): string {
  return `  ${id}:
    label: Your ${id}
    bands:
      - { id: low, upTo: 4, label: A quiet start, text: "Little of it shows yet. The plan keeps what works, and adds one thing at a time." }
      - { id: middle, upTo: 9, label: On the way, text: "Some of it is there on good days. The plan makes those days a little more likely." }
      - { id: high, label: Well under way, text: "It is a part of your days already. The plan looks after it when weeks get crowded." }
`;
}

/** The first questions are the ones that others refer to; the rest comes in turns. */
function question(plan: Plan, n: number): string {
  if (n === 0) return age();
  if (n === 1) return name();
  if (n === 2) return goal(plan);
  const forms = [
    single,
    frequency,
    scale,
    multi,
    single,
    info,
    frequency,
    single,
    slider,
    single,
  ];
  return (forms[n % forms.length] ?? single)(plan, n);
}

function age(): string {
  return `  - id: age
    ask: How old are you?
    help: So that examples fit your life.
    layout: grid
    options: [18-24, 25-34, 35-44, 45-54, 55 or over]
`;
}

function name(): string {
  return `  - id: name
    page: text
    ask: What would you like to be called?
    help: A first name or nickname is plenty.
    label: First name
    autocomplete: given-name
    maxLength: 40
    contact: name
`;
}

function goal({ topic }: Plan): string {
  const options = topic.practices.map(
    (practice, i) =>
      `      - { label: "With ${practice}", value: way-${i + 1}, points: ${i % 4} }\n`,
  );
  return `  - id: goal
    ask: "{{ name | Friend }}, how would you like to ${topic.wish}?"
    score: start
    options:
${options.join("")}`;
}

function single({ topic, random }: Plan, n: number): string {
  const feeling = random.pick(topic.feelings);
  const options = topic.obstacles.map(
    (obstacle, i) => `      - label: ${obstacle}
        value: choice-${i + 1}
        note: "${random.pick(topic.practices)} may help here, says the plan"
        points: ${(i + n) % 4}
`,
  );
  return `  - id: why-${n}
    ask: "When you feel ${feeling}, what is it about most often?"
    help: ${random.pick(closings)}
    score: ${SCORES[n % SCORES.length]}
    options:
${options.slice(0, 3 + (n % 3)).join("")}`;
}

function frequency({ topic, random }: Plan, n: number): string {
  return `  - { id: often-${n}, score: ${SCORES[n % SCORES.length]}, options: frequency, ask: "How often do you ${random.pick(topic.habits)}?", help: ${random.pick(closings).split(/[,;]/)[0]}. }
`;
}

function scale({ topic, random }: Plan, n: number): string {
  return `  - id: fits-${n}
    page: scale
    ask: How well does this describe you?
    statement: "I ${random.pick(topic.habits)} and feel ${random.pick(topic.feelings)}."
    help: ${random.pick(closings)}
    from: 1
    to: 5
    low: Not at all
    high: Very well
`;
}

function multi({ topic, random }: Plan, n: number): string {
  return `  - id: several-${n}
    page: multi
    ask: What gets in the way of ${random.pick(topic.practices)}?
    help: Choose up to three. ${random.pick(closings)}
    max: 3
    none: None of these
    options:
${topic.obstacles.map((obstacle) => `      - ${obstacle}\n`).join("")}`;
}

function info({ topic, random }: Plan, n: number): string {
  return `  - id: pause-${n}
    page: info
    when: { age: [25-34, 35-44, 45-54] }
    heading: A word in between, {{ name | friend }}
    text: |
      You want to ${topic.wish}: **{{ goal | in your own way }}**.

      ${random.pick(facts)}

      - ${random.pick(topic.practices)}
      - ${random.pick(topic.practices)}, later
    button: Go on
`;
}

function slider({ topic, random }: Plan, n: number): string {
  return `  - id: amount-${n}
    page: slider
    when: { any: [{ goal: [way-1, way-2] }, { not: { age: 18-24 } }] }
    ask: How many minutes a day could go to ${random.pick(topic.practices)}?
    help: ${random.pick(closings)}
    min: 5
    max: 60
    step: 5
    unit: minutes
    low: 5 minutes
    high: An hour
`;
}

function pages({ topic, questions, random }: Plan): string {
  const fact = random.pick(facts);
  return `  - path: ${questions + 1}-analyzing
    page: analyzing
    heading: Putting your plan together
    stages:
      - Adding up your answers
      - "Looking for a place for: {{ goal | your first step }}"
      - Choosing exercises to ${topic.wish}
    seconds: 8
  - path: ${questions + 2}-email
    page: registration
    heading: Where may we send your plan, {{ name | friend }}?
    text: So that you find it again on any device. One tap ends it.
    fields: [email]
    button: See my result
  - path: ${questions + 3}-result
    page: report
    heading: What your answers say, {{ name | friend }}
    text: Added up from your own words; higher is not better.
    sections:
${SCORES.map((id) => `      - { section: gauge, score: ${id}, low: Little, high: Much }\n`).join("")}      - section: recap
        heading: In your own words
        items:
          - { label: Your age, question: age }
          - { label: Your way, question: goal }
      - section: text
        when: { band: { habit: [low, middle] } }
        heading: Worth knowing
        text: ${fact}
  - path: ${questions + 4}-plan
    page: report
    heading: Four weeks to ${topic.wish}
    sections:
      - { section: projection, from: Today, to: Steadier, days: 28, note: An illustration and no promise. }
      - section: steps
        heading: One theme a week
        items:
${topic.practices
  .slice(0, 4)
  .map(
    (practice, i) =>
      `          - { title: "Week ${i + 1}", text: "Begin with ${practice}, every day, for two minutes." }\n`,
  )
  .join("")}      - use: voices
  - path: ${questions + 5}-promo-code
    page: promo-code
    heading: Something for you, {{ name | friend }}
    prefix: START
    saves: Half off your first four weeks
  - path: oto
    page: offer
    guards: [visitor-loaded, prerequisites]
    heading: Your plan is ready, {{ name | friend }}
    text: Small steps to ${topic.wish}.
    sections:
      - section: countdown
        minutes: 15
        text: Your price is kept until the clock runs out.
        ended: The time is over. These are the regular prices.
      - section: plans
        heading: Choose how long
        default: four-weeks
        plans:
          - { product: four-weeks, label: 4 weeks, note: All four themes, badge: Fits your plan, regular: four-weeks-regular }
          - { product: twelve-weeks, label: 12 weeks, note: Three full rounds }
      - section: bullets
        heading: What is inside
        items:
${topic.practices.map((practice) => `          - "Every week: ${practice}"\n`).join("")}      - section: guarantee
        heading: Try it without worry
        days: 30
        text: Write to us within 30 days and we return your first payment in full.
      - use: voices
      - section: faq
        heading: Before you decide
        items:
          - { q: Does the plan renew?, a: "Yes, every four weeks until you cancel. The amount and the date stand beside the button." }
          - { q: How do I cancel?, a: "In the app under *Account*, or by a line to us. You keep access until the paid time ends." }
    accept: upsell
    decline: downsell
  - path: downsell
    page: downsell
    heading: A smaller start
    text: The short workbook, **without a subscription**.
    product: workbook-small
    acceptLabel: Start small
    accept: thank-you
    decline: thank-you
  - path: upsell
    page: upsell
    heading: The workbook to go with it
    text: |
      Every exercise on paper, with room for your own words.

      - ${random.pick(topic.practices)}
      - ${random.pick(topic.practices)}, for longer
    product: workbook
    acceptLabel: Add the workbook
    declineLabel: No, thanks
    accept: thank-you
    decline: thank-you
    failed: thank-you
  - path: thank-you
    page: thank-you
    heading: Thank you, {{ name | friend }}
    text: |
      Your receipt is on its way.

      Open your plan and try the first practice now: it takes two minutes.
`;
}

interface Random {
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32: small, fast, and the same everywhere. */
function randomOf(seed: number): Random {
  let state = seed + 1;
  return {
    pick(from) {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      const share = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
      return from[Math.floor(share * from.length)] ?? fail();
    },
  };
}

function fail(): never {
  throw new RangeError("nothing to pick from");
}
