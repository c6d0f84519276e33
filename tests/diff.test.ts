import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseDocument, stringify } from "yaml";
import { createCompiler } from "../compiler/compile.ts";
import { programChanges } from "../compiler/diff/compare.ts";
import type { Area, Change } from "../compiler/diff/change.ts";
import type { Program } from "../compiler/link/program.ts";
import { brandOf, type ContentFile } from "../compiler/parse/file-name.ts";
import { data, items } from "../compiler/schema/read.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { readContent } from "../compiler/workspace/content.ts";
import { readEnvironment } from "../compiler/workspace/environment.ts";

const CONTENT = join(ROOT, "funnels");
const files = readContent(CONTENT);
const compile = createCompiler(readEnvironment(ROOT, CONTENT, "funnels/"));

/** A file with its brand: what is read of the others would change nothing of it. */
const parts = new Map<string, { part: ContentFile[]; before: Program }>();

function partOf(name: string) {
  const part = files.filter(
    (file) =>
      name === "site.yaml" ||
      [name, "site.yaml", `${brandOf(name)}/brand.yaml`].includes(file.name),
  );
  const known = parts.get(name) ?? { part, before: programOf(part) };
  parts.set(name, known);
  return known;
}

function programOf(tree: readonly ContentFile[]): Program {
  const { understood, diagnostics } = compile(tree);
  const refused = diagnostics.find(({ code }) => /^(yaml|schema)/.test(code));
  if (understood === null || refused !== undefined)
    throw new Error(refused?.message);
  return understood;
}

/** What changes where one file reads otherwise. */
function changes(name: string, edit: (text: string) => string): Change[] {
  const { part, before } = partOf(name);
  const after = part.map((file) =>
    file.name === name ? { name, text: edit(file.text) } : file,
  );
  expect(after, "the edit changes the file").not.toEqual(part);
  return programChanges(before, programOf(after));
}

const names = files.map(({ name }) => name);

describe("nothing changes for visitors", () => {
  test.each(names)("when %s is written by a program", (name) => {
    expect(changes(name, (text) => stringify(parse(text)))).toEqual([]);
  });

  test.each(names)("when %s has comments, blank lines and CRLF", (name) => {
    const edit = (text: string) =>
      `# Looked at again.\n\n${text}\n# The end.\n`.replaceAll("\n", "\r\n");
    // Texts of several lines keep their own breaks.
    const hasBlocks = files.some(
      (file) => file.name === name && /[|>][-+]?\s*\n/.test(file.text),
    );
    const one = (text: string) => `# Looked at again.\n\n${text}\n# The end.\n`;
    expect(changes(name, hasBlocks ? one : edit)).toEqual([]);
  });

  test.each(names.filter((name) => name !== "site.yaml"))(
    "when the keys of %s stand in another order",
    (name) => {
      const turned = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(turned);
        if (typeof value !== "object" || value === null) return value;
        const entries = Object.entries(value).map(([key, inside]) => [
          key,
          // The order of scores, bands and legal links is what visitors see.
          ORDERED.has(key) ? inside : turned(inside),
        ]);
        return Object.fromEntries(entries);
      };
      const reversed = (value: unknown): unknown =>
        reverseKeys(turned(value), true);
      expect(changes(name, (text) => stringify(reversed(parse(text))))).toEqual(
        [],
      );
    },
  );

  test("when an option set takes the choices of a question", () => {
    const edit = (text: string) => {
      const document = parseDocument(text);
      const whole = data(document.toJS());
      const i = items(whole.questions).findIndex((step) =>
        Array.isArray(data(step).options),
      );
      const options = data(items(whole.questions)[i]).options;
      document.setIn(["questions", i, "options"], "taken-out");
      document.setIn(["optionSets", "taken-out"], options);
      return document.toString();
    };
    for (const name of ["calm/adhd.yaml", "woo/moon.yaml", "body/boost.yaml"])
      expect([name, changes(name, edit)]).toEqual([name, []]);
  });

  test("when a section is shared", () => {
    const edit = (text: string) => {
      const document = parseDocument(text);
      const pages = items(data(document.toJS()).pages);
      const i = pages.findIndex(
        (page) => items(data(page).sections).length > 0,
      );
      const [section] = items(data(pages[i]).sections);
      const path = ["pages", i, "sections", 0];
      if (data(section).use !== undefined) return `${text}# Shared already.\n`;
      document.setIn(path, { use: "taken-out" });
      document.setIn(["shared", "taken-out"], section);
      return document.toString();
    };
    for (const name of [
      "calm/adhd.yaml",
      "woo/moon.yaml",
      "face-care/face.yaml",
    ])
      expect([name, changes(name, edit)]).toEqual([name, []]);
  });
});

/** Mappings whose order is seen. */
const ORDERED = new Set(["scores", "products", "codes", "experiments"]);

function reverseKeys(value: unknown, isTop: boolean): unknown {
  if (Array.isArray(value))
    return value.map((item) => reverseKeys(item, false));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inside]) => [
    key,
    ORDERED.has(key) && isTop ? inside : reverseKeys(inside, false),
  ]);
  return Object.fromEntries(entries.toReversed());
}

type Planted = readonly [
  what: string,
  name: string,
  from: string | RegExp,
  to: string,
  area: Area,
  said: RegExp,
];

const ADHD = "calm/adhd.yaml";
const CALM = "calm/brand.yaml";
const EX_BACK = "dating/ex-back.yaml";

describe("a change is told where it belongs", () => {
  test.each<Planted>([
    ["a price", CALM, /USD: (\d+)\.99/, "USD: $1.49", "money", /USD/],
    [
      "a title",
      ADHD,
      "title: A kind look at your attention",
      "title: Another look",
      "texts",
      /title/,
    ],
    [
      "a description",
      ADHD,
      "Not a diagnosis.",
      "No diagnosis.",
      "texts",
      /description/,
    ],
    [
      "a label",
      ADHD,
      "label: At work, value",
      "label: At the office, value",
      "texts",
      /label/,
    ],
    [
      "a mail of a brand",
      CALM,
      "{{ project }} receipt",
      "{{ project }} invoice",
      "texts",
      /mails payment\.taken subject/,
    ],
    [
      "a mail of a funnel",
      ADHD,
      "subject: Your four weeks are drawn",
      "subject: Four weeks, drawn for you",
      "texts",
      /mails contact\.stored subject/,
    ],
    [
      "a question",
      ADHD,
      "Where would steadier attention help you most?",
      "Where first?",
      "texts",
      /ask/,
    ],
    [
      "a stored value",
      ADHD,
      "value: at-work }",
      "value: office }",
      "live",
      /"at-work"/,
    ],
    ["a question's id", ADHD, "id: since", "id: how-long", "live", /"since"/],
    [
      "a kind of question",
      ADHD,
      /- \{ id: slow-line.*\}/,
      "- { id: slow-line, page: text, ask: Does this sound like you? }",
      "live",
      /slow-line/,
    ],
    [
      "a mount",
      ADHD,
      "mounts: [/quiz-adhd]",
      "mounts: [/quiz-attention]",
      "addresses",
      /mounts/,
    ],
    [
      "a lost address",
      ADHD,
      "mounts: [/quiz-adhd]",
      "mounts: [/quiz-attention]",
      "live",
      /\/quiz-adhd/,
    ],
    [
      "a mirror",
      ADHD,
      "mounts: [/quiz-adhd]",
      "mounts: [/quiz-adhd, /quiz-two]",
      "addresses",
      /mounts/,
    ],
    [
      "a new question",
      ADHD,
      "  - id: area\n",
      "  - { id: extra, ask: New?, options: [{ label: A, value: a }, { label: B, value: b }] }\n  - id: area\n",
      "asked",
      /new step/,
    ],
    [
      "where a step leads",
      ADHD,
      "  - id: area\n",
      "  - { id: extra, ask: New?, options: [{ label: A, value: a }, { label: B, value: b }] }\n  - id: area\n",
      "ways",
      /leads to/,
    ],
    [
      "numbers of addresses",
      ADHD,
      "  - id: area\n",
      "  - { id: extra, ask: New?, options: [{ label: A, value: a }, { label: B, value: b }] }\n  - id: area\n",
      "addresses",
      /another number/,
    ],
    [
      "a condition",
      ADHD,
      "when: { sleep: { atMost: 6 } }",
      "when: { sleep: { atMost: 4 } }",
      "ways",
      /leads to/,
    ],
    [
      "analytics",
      ADHD,
      "analytics: true",
      "analytics: false",
      "asked",
      /analytics/,
    ],
    ["a layout", ADHD, "layout: pictures", "layout: list", "looks", /layout/],
    [
      "a picture",
      ADHD,
      "picture: heron.svg",
      "picture: mind-fog.svg",
      "looks",
      /picture/,
    ],
    [
      "a band",
      ADHD,
      "{ id: clear, upTo: 7,",
      "{ id: clear, upTo: 8,",
      "settings",
      /bands/,
    ],
    [
      "the words of a band",
      ADHD,
      "label: Mostly clear",
      "label: Clear",
      "settings",
      /label/,
    ],
    [
      "points",
      ADHD,
      "{ label: Often, value: often, points: 3 }",
      "{ label: Often, value: often, points: 2 }",
      "settings",
      /points/,
    ],
    [
      "a section's text",
      ADHD,
      "This is a picture drawn from your own answers.",
      "This is drawn from your answers.",
      "texts",
      /text/,
    ],
    [
      "a text of several paragraphs",
      ADHD,
      "Not the most important one.",
      "Not the largest one.",
      "texts",
      /text/,
    ],
    [
      "the support address",
      CALM,
      /supportEmail: \S+/,
      "supportEmail: other@example.com",
      "texts",
      /supportEmail/,
    ],
    [
      "a host",
      CALM,
      /hosts: \[/,
      "hosts: [new.example, ",
      "addresses",
      /hosts/,
    ],
    [
      "a colour",
      CALM,
      /accent: "#?\w+"/,
      'accent: "#123456"',
      "looks",
      /accent/,
    ],
    [
      "consent",
      CALM,
      /\nconsent: \w+/,
      "\nconsent: notice",
      "asked",
      /consent/,
    ],
    // Money.
    [
      "a price in one currency",
      CALM,
      "EUR: 18.49",
      "EUR: 17.49",
      "money",
      /focus-4-weeks.*EUR/,
    ],
    [
      "a regular price",
      CALM,
      "regular: { price: { USD: 29.99",
      "regular: { price: { USD: 31.99",
      "money",
      /focus-4-weeks\.regular.*USD/,
    ],
    [
      "what a renewal costs",
      CALM,
      "everyDays: 84, price: { USD: 69.99",
      "everyDays: 84, price: { USD: 64.99",
      "money",
      /renewal.*USD/,
    ],
    [
      "how often it renews",
      CALM,
      "renews: { everyDays: 84,",
      "renews: { everyDays: 90,",
      "money",
      /renewal everyDays/,
    ],
    [
      "that it renews at all",
      CALM,
      /\n {4}renews: \{ everyDays: 84.*/,
      "",
      "money",
      /focus-12-weeks" ?renewal|focus-12-weeks renewal/,
    ],
    ["for how long is paid", CALM, "days: 84", "days: 91", "money", /days/],
    [
      "a product's name",
      CALM,
      "name: Stillmere Focus, 4 weeks",
      "name: Stillmere Focus, a month",
      "money",
      /name/,
    ],
    [
      "whether it may be bought again",
      CALM,
      "name: Stillmere Focus, 4 weeks\n",
      "name: Stillmere Focus, 4 weeks\n    repeatable: true\n",
      "money",
      /repeatable/,
    ],
    [
      "how long a countdown runs",
      ADHD,
      "minutes: 30",
      "minutes: 20",
      "money",
      /minutes/,
    ],
    [
      "the plan that is picked",
      ADHD,
      "default: focus-4-weeks",
      "default: focus-12-weeks",
      "money",
      /default/,
    ],
    [
      "a plan that is offered no more",
      ADHD,
      /\n {10}- \{ product: focus-12-weeks.*/,
      "",
      "money",
      /plans "focus-12-weeks"/,
    ],
    [
      "what a code takes off",
      EX_BACK,
      "off: 10%",
      "off: 20%",
      "money",
      /codes/,
    ],
    [
      "what a code is for",
      EX_BACK,
      "products: [weeks-4-once, weeks-4, weeks-12]",
      "products: [weeks-4, weeks-12]",
      "money",
      /codes/,
    ],
    [
      "how a code is written",
      EX_BACK,
      "code: DRAFT-*",
      "code: AGAIN-*",
      "money",
      /codes/,
    ],
    // Experiments.
    [
      "a side of a running test",
      EX_BACK,
      "b: { page_type: B, titleType: b }",
      "b: { page_type: B }",
      "experiments",
      /ab_dat2_oto_22.*do not belong together/,
    ],
    [
      "a test that ends",
      EX_BACK,
      /\n {4}experiment: \{.*/,
      "",
      "experiments",
      /"ab_dat2_oto_22"/,
    ],
    // Visitors on their way.
    [
      "less room for a number",
      ADHD,
      "min: 3, max: 11",
      "min: 3, max: 9",
      "live",
      /"sleep"/,
    ],
    [
      "a choice that is gone",
      ADHD,
      /\n {6}- \{ label: In my studies.*/,
      "",
      "live",
      /"in-my-studies"/,
    ],
    [
      "a product that is gone",
      CALM,
      /\n {2}ease-4-weeks-once:\n.*\n.*\n {4}days: 28/,
      "",
      "live",
      /ease-4-weeks-once/,
    ],
    // Ways.
    [
      "where an offer leads that is declined",
      ADHD,
      "decline: thank-you",
      "decline: chart",
      "ways",
      /leads to/,
    ],
    [
      "a condition that is gone",
      ADHD,
      "\n    when: { since: change }",
      "",
      "ways",
      /leads to/,
    ],
    [
      "a question that some are not asked",
      ADHD,
      "  - id: weekday\n",
      "  - id: weekday\n    when: { sleep: { atMost: 6 } }\n",
      "ways",
      /leads to/,
    ],
    // Asked and kept.
    [
      "a question that is gone",
      ADHD,
      /\n {2}- \{ id: rest, .*/,
      "",
      "asked",
      /step removed/,
    ],
    [
      "a name that is asked for",
      ADHD,
      "    contact: name\n",
      "",
      "asked",
      /contact/,
    ],
    [
      "for how long people are kept",
      CALM,
      "retentionDays: 730",
      "retentionDays: 365",
      "asked",
      /keeps/,
    ],
    [
      "a third party",
      CALM,
      "  tagManager: GTM-ST7MR2E\n",
      "",
      "asked",
      /vendors/,
    ],
    [
      "where a third party is",
      CALM,
      "host: https://eu.i.posthog.com",
      "host: https://us.i.posthog.com",
      "asked",
      /posthog/,
    ],
    // Addresses.
    [
      "an address",
      ADHD,
      "path: oto\n",
      "path: offer\n",
      "addresses",
      /address/,
    ],
    [
      "the number of a page",
      ADHD,
      "path: 34-summary",
      "path: 35-summary",
      "addresses",
      /another number/,
    ],
    // Texts.
    [
      "the name of a brand",
      CALM,
      "name: Stillmere\n",
      "name: Still Mere\n",
      "texts",
      /project name/,
    ],
    [
      "a help",
      ADHD,
      "Big changes can unsettle anyone's attention.",
      "Changes unsettle.",
      "texts",
      /help/,
    ],
    [
      "the words of a button",
      ADHD,
      "button: Start my plan",
      "button: Begin my plan",
      "texts",
      /button/,
    ],
    [
      "the way out of an offer",
      ADHD,
      "declineLabel: No, thanks",
      "declineLabel: Not today",
      "texts",
      /declineLabel/,
    ],
    [
      "an answer of the questions",
      ADHD,
      "Forgetting is expected here.",
      "Forgetting is fine.",
      "texts",
      /items "What if I forget it for a week\?" a|items 4|a$/m,
    ],
    [
      "what a picture shows",
      ADHD,
      "alt: A wooden jetty",
      "alt: A long jetty",
      "looks",
      /alt/,
    ],
    // Looks.
    ["a radius", CALM, "card: 20", "card: 12", "looks", /radius card/],
    [
      "a typeface",
      CALM,
      "headingWeight: 500",
      "headingWeight: 600",
      "looks",
      /headingWeight/,
    ],
    [
      "a form of the brand",
      CALM,
      "progress: thread",
      "progress: bar",
      "looks",
      /progress/,
    ],
    ["the logo", CALM, "logo: logo.svg", "logo: heron.svg", "looks", /logo/],
    // Settings.
    [
      "when a place is looked up",
      CALM,
      "geo: offers",
      "geo: start",
      "settings",
      /geo/,
    ],
    [
      "whom a section is for",
      ADHD,
      "{ restlessness: always-on } }]",
      "{ restlessness: humming } }]",
      "settings",
      /when/,
    ],
    [
      "who is let in",
      ADHD,
      "guards: [visitor-loaded, prerequisites]",
      "guards: [prerequisites]",
      "settings",
      /guards/,
    ],
  ])("%s", (_, name, from, to, area, said) => {
    const found = changes(name, (text) => text.replace(from, to));
    const told = found.filter((change) => change.area === area);
    expect(told.map(({ what }) => what).join("\n")).toMatch(said);
  });

  test("a test that ends changes nothing of what is sold", () => {
    const found = changes(EX_BACK, (text) =>
      text.replace(/\n {4}experiment: \{.*/, ""),
    );
    expect(found.filter(({ area }) => area === "money")).toEqual([]);
  });

  test("a funnel that is gone, and one that is new", () => {
    const before = programOf(files);
    const less = files.filter(({ name }) => name !== ADHD);
    const [first] = programChanges(before, programOf(less)).filter(
      ({ area }) => area === "addresses",
    );
    expect(first).toMatchObject({ of: "calm/adhd", after: null });
    const [other] = programChanges(programOf(less), before).filter(
      ({ area }) => area === "addresses",
    );
    expect(other).toMatchObject({ of: "calm/adhd", before: null });
  });

  test("a product behind a button is money", () => {
    const found = changes("calm/anxiety.yaml", (text) =>
      text.replace(/product: (\w[\w-]*)/, "product: none-such"),
    );
    expect(found.filter(({ area }) => area === "money")).not.toEqual([]);
  });
});
