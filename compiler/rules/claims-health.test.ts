import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

/** The words that are said to promise what has to be shown. */
function found(help: string): string[] {
  const text = quizText(
    `- { id: mood, ask: How are you?, help: ${JSON.stringify(help)}, options: [Good, Bad] }`,
  );
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  return diagnostics.flatMap(({ code, message }) =>
    code === "claim/health" ? [/^"[^"]*"/.exec(message)?.[0] ?? ""] : [],
  );
}

test.each([
  "No course cures anxiety.",
  "This does not cure anxiety, and nothing can.",
  "It heals with time. The condition of your skin varies.",
  "Ask your doctor. Nothing here is clinically proven.",
  "Your money back is guaranteed.",
  "Talk to somebody about your depression.",
])("%s promises no cure", (help) => {
  expect(found(help)).toEqual([]);
});

test.each([
  ["Small exercises that cure anxiety.", "cure anxiety"],
  ["It reverses your condition.", "reverses your condition"],
  ["A clinically proven plan.", "clinically proven"],
  ["Dermatologist-recommended care.", "Dermatologist-recommended"],
  ["Results are guaranteed.", "Results are guaranteed"],
])("%s does", (help, words) => {
  expect(found(help)).toEqual([`"${words}"`]);
});
