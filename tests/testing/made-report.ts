import fc from "fast-check";
import { quizText } from "../../compiler/testing/base-content.ts";

/** What one answer to a question decides, or that it was not given. */
interface Leaf {
  readonly question: number;
  readonly option: number;
  readonly not: boolean;
}

/** One condition, or two: one of them is enough, or both are needed. */
interface Condition {
  readonly first: Leaf;
  readonly second: Leaf;
  readonly joined: "alone" | "any" | "all";
}

/** A made-up funnel: questions with several answers, pages that some see, and a report in many parts. */
export interface Made {
  readonly questions: readonly {
    readonly kind: "single" | "several" | "any" | "pair";
    readonly when: Condition | null;
  }[];
  readonly pages: readonly {
    readonly kind: "registration" | "info" | "offer";
    readonly when: Condition | null;
    readonly quotes: number;
  }[];
  /** A text under a condition, points under one each, or rows with answers. */
  readonly sections: readonly {
    readonly kind: "text" | "points" | "recap";
    readonly when: Condition;
    readonly quotes: number;
  }[];
}

/** With more questions, a walker takes too long. */
const MOST = 4;
/** Of so many questions and sections there are more states than anybody looks at. */
const MANY = 9;
const MANY_SECTIONS = 30;

const leaf: fc.Arbitrary<Leaf> = fc.record({
  question: fc.nat(MANY - 1),
  option: fc.nat(2),
  not: fc.nat(3).map((n) => n === 0),
});
const condition: fc.Arbitrary<Condition> = fc.record({
  first: leaf,
  second: leaf,
  joined: fc.constantFrom("alone", "alone", "any", "all"),
});

const question = fc.record({
  kind: fc.constantFrom("single", "several", "any", "pair"),
  when: fc.option(condition, { freq: 1 }),
});
const section = fc.record({
  kind: fc.constantFrom("text", "text", "points", "recap"),
  when: condition,
  quotes: fc.nat(MOST),
});
const pages = fc.array(
  fc.record({
    kind: fc.constantFrom("registration", "info", "offer"),
    when: fc.option(condition),
    quotes: fc.nat(MOST),
  }),
  { maxLength: 3 },
);

/** Reports that a walker can still go every way to. */
export const madeReports: fc.Arbitrary<Made> = fc.record({
  questions: fc.array(question, { minLength: 2, maxLength: MOST }),
  pages,
  sections: fc.array(section, { minLength: 1, maxLength: 10 }),
});

/** Reports to which there are too many ways for a walker. */
export const largeReports: fc.Arbitrary<Made> = fc.record({
  questions: fc.array(question, { minLength: MANY, maxLength: MANY }),
  pages,
  sections: fc.array(section, {
    minLength: MANY_SECTIONS,
    maxLength: MANY_SECTIONS,
  }),
});

const OPTIONS = { single: 3, several: 3, any: 3, pair: 3 } as const;
const BOUNDS = {
  single: "",
  several: "",
  any: ", min: 0",
  pair: ", min: 2, max: 2",
} as const;

/** The funnel as an author writes it: the questions, pages, the report, an offer and the end. */
export function reportOf({ questions, pages, sections }: Made): string {
  const conditionOf = (one: Condition | null, before: number) =>
    one === null ? null : written(one, questions.slice(0, before));
  const whenOf = (one: Condition | null, before: number) => {
    const when = conditionOf(one, before);
    return when === null ? "" : `, when: ${when}`;
  };
  const quoted = (n: number) => (n < questions.length ? ` {{ q${n} }}` : "");
  const asked = questions.map(({ kind, when }, i) => {
    const page = kind === "single" ? "" : ", page: multi";
    const options = Array.from(
      { length: OPTIONS[kind] },
      (_, n) => `{ label: L${n}, value: v${n} }`,
    );
    return `- { id: q${i}${page}, ask: Question ${i}${BOUNDS[kind]}${whenOf(when, i)}, options: [${options.join(", ")}] }`;
  });
  const behind = pages.map(({ kind, when, quotes }, i) => {
    const head = `path: p${i}, page: ${kind}${whenOf(when, questions.length)}`;
    return kind === "offer"
      ? `- { ${head}, heading: Page ${i}, ${SALE} }`
      : `- { ${head}, heading: "Page ${i}${quoted(quotes)}" }`;
  });
  const parts = sections.flatMap(({ kind, when, quotes }, i) => {
    const heading = `heading: "Part ${i}"`;
    const [first, second] = [when.first, when.second].map((leaf) => ({
      when: leafOf(leaf, questions),
      id: `q${leaf.question % questions.length}`,
    }));
    const text = conditionOf(when, questions.length);
    switch (kind) {
      case "text":
        return `    - { section: text, ${heading}, text: "Of ${i}${quoted(quotes)}", when: ${text} }`;
      case "points":
        return `    - { section: bullets, ${heading}, items: [{ text: One, when: ${first?.when} }, { text: Two, when: ${second?.when} }] }`;
      case "recap":
        return `    - { section: recap, ${heading}, items: [{ label: One, question: ${first?.id} }, { label: Two, question: ${second?.id} }] }`;
    }
  });
  const report = [
    "- path: report",
    "  page: report",
    "  heading: Your report",
    ...(parts.length === 0 ? [] : ["  sections:", ...parts]),
  ];
  const end = `- { path: oto, page: offer, heading: Your plan, ${SALE} }`;
  return quizText(asked.join("\n"), [...behind, ...report, end].join("\n"));
}

const SALE =
  "sections: [{ section: plans, plans: [{ product: plan, label: One }] }], accept: thank-you, decline: thank-you";

/** Null where there is no question yet. */
function written(
  { first, second, joined }: Condition,
  questions: Made["questions"],
): string | null {
  const [one, other] = [first, second].map((leaf) => leafOf(leaf, questions));
  if (one == null || other == null || joined === "alone") return one ?? null;
  return joined === "any"
    ? `{ any: [${one}, ${other}] }`
    : `{ not: { any: [{ not: ${one} }, { not: ${other} }] } }`;
}

function leafOf(
  { question, option, not }: Leaf,
  questions: Made["questions"],
): string | null {
  const n = question % questions.length;
  const kind = questions[n]?.kind;
  if (kind === undefined) return null;
  const when = `{ q${n}: v${option % OPTIONS[kind]} }`;
  return not ? `{ not: ${when} }` : when;
}
