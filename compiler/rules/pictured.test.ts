import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

/** How often a picture is missed among these choices. */
function found(options: string, layout = "pictures", sets = ""): number {
  const text = quizText(
    `- { id: mood, ask: How are you?, layout: ${layout}, options: ${options} }`,
    "",
    sets,
  );
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  return diagnostics.filter(({ code }) => code === "option/no-picture").length;
}

const DRAWN = "{ label: Good, picture: hero.svg }";
const OTHER = "{ label: Bad, picture: 'group photo.svg' }";

test.each([
  [`[${DRAWN}, ${OTHER}]`, "pictures", ""],
  [`[${DRAWN}, ${OTHER}, Neither]`, "pictures", ""],
  [`[${DRAWN}, So so, ${OTHER}]`, "list", ""],
  ["[Good, Bad]", "grid", ""],
  ["moods", "pictures", `optionSets: { moods: [${DRAWN}, ${OTHER}] }`],
])("none in %s as %s", (options, layout, sets) => {
  expect(found(options, layout, sets)).toBe(0);
});

test.each([
  [`[${DRAWN}, So so, ${OTHER}]`, ""],
  ["[Good, Bad]", ""],
  ["moods", `optionSets: { moods: [So so, ${DRAWN}, ${OTHER}] }`],
])("one in %s", (options, sets) => {
  expect(found(options, "pictures", sets)).toBe(1);
});
