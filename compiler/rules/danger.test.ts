import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

const CHEST = `- { id: chest, ask: Now?, options: ["No", { label: "Yes", value: "yes", danger: true }] }`;
const SEVERAL = `- { id: chest, page: multi, ask: Now?, options: [Cough, { label: Pain, value: pain, danger: true }], none: Nothing }`;
const MOOD = "- { id: mood, ask: How?, options: [Good, Bad] }";
const OFFER =
  "- { path: oto, page: upsell, heading: H, product: plan, acceptLabel: Yes, accept: thank-you, decline: thank-you }";

function help(when: string, next = ""): string {
  const way = next === "" ? "" : `, next: ${next}`;
  return `- { id: help, page: info, when: ${when}, heading: Call now, button: I will${way} }`;
}

function told(...questions: readonly string[]): string[] {
  const text = quizText(questions.join("\n"), OFFER);
  return compileWith({ name: "demo/quiz.yaml", text })
    .diagnostics.filter(({ code }) => code === "danger/sells")
    .map(({ message }) => message.replace(/.*: /, ""));
}

test.each<[string, string[], string[]]>([
  ["straight to the offer", [CHEST], ["chest → oto"]],
  [
    "help, and then on like everybody",
    [CHEST, help("{ chest: 'yes' }"), MOOD],
    ["chest → help → mood → oto"],
  ],
  [
    "help, and the end",
    [CHEST, help("{ chest: 'yes' }", "thank-you"), MOOD],
    [],
  ],
  [
    "help under a condition that something else decides as well",
    [MOOD, CHEST, help("{ chest: 'yes', mood: bad }", "thank-you")],
    ["chest → oto"],
  ],
  [
    "help for this answer or another",
    [
      MOOD,
      CHEST,
      help("{ any: [{ chest: 'yes' }, { mood: bad }] }", "thank-you"),
    ],
    [],
  ],
  [
    "help for all but the others",
    [CHEST, help("{ not: { chest: 'no' } }", "thank-you")],
    [],
  ],
  [
    "by the choice's own way",
    [CHEST.replace("danger: true", "danger: true, to: thank-you"), MOOD],
    [],
  ],
  [
    "one of several answers, for which there is help",
    [SEVERAL, help("{ chest: pain }", "thank-you")],
    [],
  ],
  [
    "one of several answers, where help is for those who ticked nothing else",
    [SEVERAL, help("{ chest: pain, not: { chest: cough } }", "thank-you")],
    ["chest → oto"],
  ],
])("%s", (_, questions, ways) => {
  expect(told(...questions)).toEqual(ways);
});

/** A question about danger, help after it with this text, and the end. */
function helpSaying(text: string, rest: string, before = ""): string[] {
  const written = quizText(
    `${CHEST}\n- { id: help, page: info, when: { chest: 'yes' }, heading: Call now, button: I will, next: ${rest === "" ? "thank-you" : "calm"}, text: "${text}" }\n${MOOD}`,
    `${OFFER}\n${rest}`,
    before,
  );
  return compileWith({ name: "demo/quiz.yaml", text: written })
    .diagnostics.filter(({ code }) => code === "danger/sells")
    .map(({ message }) => message.replace(/.*: /, ""));
}

const LINK = "[the plans](/quiz/oto?from=help#plans)";
const WHOLE = "[the plans](https://www.demo.example/quiz/oto?from=help)";
test.each([
  ["to an offer", LINK, ["chest → help"]],
  ["to its whole address", WHOLE, ["chest → help"]],
  ["elsewhere", "[terms](/terms) and [start](/quiz/start)", []],
])("a link %s in the text of the page with help", (_, text, ways) => {
  expect(helpSaying(text, "")).toEqual(ways);
});

const SCORES =
  "scores: { s: { label: S, bands: [{ id: low, upTo: 0, label: Low, text: 'See [the plans](/quiz/oto).' }, { id: high, label: High }] } }";

test.each<[string, string, string, string[]]>([
  [
    "shown to all",
    `{ section: text, text: "${LINK}" }`,
    "",
    ["chest → help → calm"],
  ],
  [
    "shown to them",
    `{ section: text, when: { chest: 'yes' }, text: "${LINK}" }`,
    "",
    ["chest → help → calm"],
  ],
  [
    "shown to others",
    `{ section: text, when: { chest: 'no' }, text: "${LINK}" }`,
    "",
    [],
  ],
  ["that is shared", "{ use: plans }", "", ["chest → help → calm"]],
  [
    "that is shared, for others",
    "{ use: plans, when: { chest: 'no' } }",
    "",
    [],
  ],
  [
    "with the text of a band",
    "{ section: gauge, score: s, low: L, high: H }",
    SCORES,
    ["chest → help → calm"],
  ],
])("a link in a section %s", (_, section, scores, ways) => {
  const calm = `- { path: calm, page: report, heading: Breathe, sections: [${section}], next: thank-you }`;
  const shared = `shared: { plans: { section: text, text: "${LINK}" } }`;
  expect(helpSaying("Call.", calm, `${shared}\n${scores}`)).toEqual(ways);
});

test("an answer of danger is sensitive: what is shown because of it has an address without words", () => {
  const call = `urgent: true, text: "[112](tel:112)"`;
  const urgent = help("{ chest: 'yes' }", "thank-you").replace(
    "heading",
    `${call}, heading`,
  );
  const text = quizText([CHEST, urgent, MOOD].join("\n")).replace(
    "heading: Thank you",
    `heading: Thank you, sections: [{ section: text, ${call} }]`,
  );
  const { program } = compileWith({ name: "demo/quiz.yaml", text });
  const steps = program?.funnels[0]?.funnel.steps ?? [];
  expect(steps.map(({ path }) => path)).toContain("2-step");
  expect(steps.find(({ id }) => id === "help")?.sensitive).toBe("last");
});

const MAIL =
  "mails: { contact.stored: { subject: Ready, text: Here., button: See it, to: oto } }";
const EMAIL = "- { path: email, page: registration, heading: H";

/** What is said of a mail that leads to the offer. */
function mailed(questions: readonly string[], pages: string): string[] {
  const text = quizText(questions.join("\n"), pages, MAIL);
  return compileWith({ name: "demo/quiz.yaml", text })
    .diagnostics.filter(({ code }) => code.startsWith("danger/sells"))
    .map(({ message, hint }) => `${message.replace(/.*: /, "")}, ${hint}`);
}

const LATER = `${CHEST.replace("- {", "- { path: '{n}-step', page: single,")}\n${help("{ chest: 'yes' }", "thank-you").replace("- {", "- { path: '{n}-step',")}`;
const NO_PAGE =
  "put a page that sells nothing before the offer, and lead the mail there: whoever may be in danger is offered nothing";

test.each<[string, string[], string, string[]]>([
  [
    "whoever leaves an email behind the answer",
    [CHEST, help("{ chest: 'yes' }", "email"), MOOD],
    `${OFFER}\n${EMAIL}, next: thank-you }`,
    [`chest → help → email, ${NO_PAGE}`],
  ],
  [
    "whoever has left an email before the answer",
    [MOOD],
    `${EMAIL} }\n${LATER}\n- { path: plan, page: info, heading: H, text: T, button: B }\n${OFFER}`,
    ["email → chest, lead the mail to a page that sells nothing: `to: plan`"],
  ],
  [
    "only those who leave no email",
    [CHEST, help("{ chest: 'yes' }", "thank-you"), MOOD],
    `${EMAIL} }\n${OFFER}`,
    [],
  ],
])("a mail that leads to the offer reaches %s", (_, questions, pages, said) => {
  expect(mailed(questions, pages)).toEqual(said);
});
