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
const END = end(section("{ chest: 'yes' }"));

/** The findings about help, each with the last step of its message. */
function told(questions: readonly string[], last: string, before = "") {
  const text = quizText(questions.join("\n"), "", before).replace(
    /^.*page: thank-you.*$/m,
    () => `  ${last}`,
  );
  return compileWith({ name: "demo/quiz.yaml", text })
    .diagnostics.filter(({ code }) => code.startsWith("danger/n"))
    .map(({ code, message }) => `${code}: ${message.replace(/.*: /, "")}`);
}

const NOT_FIRST = "danger/no-help: chest → ";
const NOT_AT_END = `danger/no-help: visitors who answer "yes" may be in danger, and end on "thank-you", where no section with \`urgent\` tells them whom to call`;
const LATE =
  "danger/number-late: whoever may be in danger has to read before they come to a number to call";

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
    "no page at all",
    [CHEST.replace("danger: true", "danger: true, to: thank-you"), MOOD],
    END,
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
    [LATE, LATE],
  ],
  [
    "no number at all",
    [CHEST, help("urgent: true, text: Call somebody"), MOOD],
    END,
    [LATE],
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

test("a shared section is as good as one of the page", () => {
  const shared = `shared: { lines: { section: text, urgent: true, text: "${CALL}" } }`;
  const last = end("{ use: lines, when: { chest: 'yes' } }");
  expect(told([CHEST, HELP], last, shared)).toEqual([]);
});
