import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

const CHEST = `- { id: chest, ask: Now?, options: ["No", { label: "Yes", value: "yes", danger: true }] }`;
const SEVERAL = `- { id: chest, page: multi, ask: Now?, options: [Cough, { label: Pain, value: "yes", danger: true }], none: Nothing }`;
const MOOD = "- { id: mood, ask: How?, options: [Good, Bad] }";
const CALL = "[112](tel:112)";

const help = (more: string, when = "{ chest: 'yes' }") =>
  `- { id: help, page: info, when: ${when}, heading: Call now, button: I will, next: thank-you, ${more} }`;
const HELP = help(`urgent: true, text: "${CALL}"`);

const end = (sections: string) =>
  `- { path: thank-you, page: thank-you, heading: Done, sections: [${sections}] }`;
const section = (when: string, text = CALL) =>
  `{ section: text, urgent: true, ${when === "" ? "" : `when: ${when}, `}text: "${text}" }`;
/** The same with an experiment on the sections. */
const tried = (a: string, b: string) =>
  end(a).replace(
    / }$/,
    `, experiment: { name: lines, b: { sections: [${b}] } } }`,
  );
const END = end(section("{ chest: 'yes' }"));
/** Help among the pages, with an experiment on it, and the end. */
const triedHelp = (b: string) =>
  `- { path: help, page: info, heading: Call now, button: I will, next: thank-you, urgent: true, text: "${CALL}", experiment: { name: lines, b: { ${b} } } }\n  ${END}`;

/** The findings about help, each with the last step of its message. */
function told(questions: readonly string[], last: string, before = "") {
  const own = `${before}\nexperiments: { lines: Which lines are read. }`;
  const text = quizText(questions.join("\n"), "", own).replace(
    /^.*page: thank-you.*$/m,
    () => `  ${last}`,
  );
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  expect(diagnostics.filter(({ code }) => /^(yaml|schema)/.test(code))).toEqual(
    [],
  );
  return diagnostics
    .filter(({ code }) => code.startsWith("danger/n"))
    .map(({ code, message }) => `${code}: ${message.replace(/.*: /, "")}`);
}

const NOT_FIRST = "danger/no-help: chest → ";
const NOT_AT_END = `danger/no-help: visitors who answer "yes" may be in danger, and end on "thank-you", where no section with \`urgent\` tells them whom to call`;
const LATE =
  "danger/number-late: too much text stands before the first number to call";
const IN_NEXT =
  "danger/number-late: the first paragraph or list has no number to call";
const NONE = "danger/number-late: nothing here says whom to call";
const DRAWN = "danger/number-late: a picture stands before the numbers to call";
const LONG = "a word or two ".repeat(7);

test.each<[string, string[], string, string[]]>([
  ["help at once, and where they end", [CHEST, HELP, MOOD], END, []],
  ["help behind another question", [CHEST, MOOD, HELP], END, []],
  ["an end that calls for everybody", [CHEST, HELP], end(section("")), []],
  [
    "one of several answers",
    [SEVERAL, HELP, MOOD],
    end(section("{ chest: [cough, 'yes'] }")),
    [],
  ],
  [
    "a page that is not urgent",
    [CHEST, help("text: Call somebody"), MOOD],
    END,
    [`${NOT_FIRST}help`],
  ],
  [
    "another page before it",
    [
      CHEST,
      "- { id: aside, page: info, heading: By the way }",
      HELP.replace("when: { chest: 'yes' }, ", ""),
    ],
    END,
    [`${NOT_FIRST}aside`],
  ],
  [
    "an end at once, which helps",
    [CHEST.replace("danger: true", "danger: true, to: thank-you"), MOOD],
    END,
    [],
  ],
  [
    "an end at once, which does not help",
    [CHEST.replace("danger: true", "danger: true, to: thank-you"), MOOD],
    end(section("{ chest: 'no' }")),
    [`${NOT_FIRST}thank-you`],
  ],
  [
    "an end for others",
    [CHEST, HELP],
    end(section("{ chest: 'no' }")),
    [NOT_AT_END],
  ],
  [
    "an end that another answer decides",
    [MOOD, CHEST, HELP],
    end(section("{ chest: 'yes', mood: bad }")),
    [NOT_AT_END],
  ],
  [
    "words before the number",
    [CHEST, help(`urgent: true, text: "You matter.\\n\\n- ${CALL}"`), MOOD],
    end(section("{ chest: 'yes' }", `You matter.\\n\\n${CALL}`)),
    [IN_NEXT, IN_NEXT],
  ],
  [
    "no number at all",
    [CHEST, help("urgent: true, text: Call somebody"), MOOD],
    end(section("{ chest: 'yes' }", "Call somebody.")),
    [NONE, NONE],
  ],
  [
    "a headline above the numbers",
    [CHEST, help(`urgent: true, text: "## Now\\n\\n- ${CALL}"`), MOOD],
    END,
    [],
  ],
  [
    "98 characters before the number",
    [CHEST, help(`urgent: true, text: "${LONG}${CALL}"`), MOOD],
    end(section("", `- ${LONG}**${CALL}**`)),
    [],
  ],
  [
    "104 characters before the number",
    [CHEST, help(`urgent: true, text: "${LONG}or so ${CALL}"`), MOOD],
    end(section("", `- ${LONG}\\n- **or so:** ${CALL}`)),
    [LATE, LATE],
  ],
  [
    "a side of an experiment that does not help",
    [CHEST, HELP],
    tried(section("{ chest: 'yes' }"), section("{ chest: 'no' }")),
    [NOT_AT_END],
  ],
  [
    "a side of an experiment that is not urgent",
    [CHEST],
    triedHelp("urgent: false"),
    [`${NOT_FIRST}help`],
  ],
  [
    "a side of an experiment with a picture and words",
    [CHEST],
    triedHelp(`picture: hero.svg, text: "Words. ${LONG} ${CALL}"`),
    [DRAWN, LATE],
  ],
  [
    "a side of an experiment that begins with words",
    [CHEST, HELP],
    tried(section(""), section("", "Words words.")),
    [NONE],
  ],
  [
    "a number among a list's last",
    [
      CHEST,
      help(`urgent: true, text: "- your doctor\\n- **EU**: ${CALL}"`),
      MOOD,
    ],
    END,
    [],
  ],
])("%s", (_, questions, last, findings) => {
  expect(told(questions, last)).toEqual(findings);
});

/** The lines with findings about numbers, as they are written. */
function marked(last: string, before: string, page = HELP): string[] {
  const name = "demo/quiz.yaml";
  const text = quizText(
    `${CHEST}\n${page}`,
    "",
    `${before}\nexperiments: { lines: Which lines are read. }`,
  );
  const whole = text.replace(/^.*page: thank-you.*$/m, () => last);
  return compileWith({ name, text: whole })
    .diagnostics.filter(({ code }) => code === "danger/number-late")
    .map(({ at }) => {
      const line = whole.split("\n")[at.line - 1] ?? "";
      return line.slice(at.column - 1, at.endColumn - 1);
    });
}

test("a late number is marked where it is written", () => {
  const shared = `shared: { lines: { section: text, urgent: true, text: "Words." }, again: { use: lines } }`;
  const all = tried(
    "{ use: again }, { use: lines }",
    `{ use: lines }, ${section("", "Others.")}`,
  );
  expect(marked(all, shared)).toEqual([`"Words."`, `"Others."`]);
  const alias = all.replace(/ }$/, `, aliases: [{ path: thanks }] }`);
  expect(marked(alias, shared)).toEqual([`"Words."`, `"Others."`]);
});

test("a page without a text is marked at what makes it urgent", () => {
  expect(marked(END, "", help("urgent: true"))).toEqual(["true"]);
});

test("a shared section is as good as one of the page", () => {
  const shared = `shared: { lines: { section: text, urgent: true, text: "${CALL}" } }`;
  const last = end("{ use: lines, when: { chest: 'yes' } }");
  expect(told([CHEST, HELP], last, shared)).toEqual([]);
});
