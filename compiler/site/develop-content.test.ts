import { expect, test } from "vitest";
import { BASE_DIR, quizText } from "../testing/base-content.ts";
import { ROOT } from "../testing/root.ts";
import { readContent } from "../workspace/content.ts";
import { developContent } from "./develop-content.ts";

const MOOD = "- { id: mood, ask: How?, options: [Good, Bad] }";

/** A second funnel of the brand. */
const other = (question: string) => ({
  name: "demo/other.yaml",
  text: quizText(question)
    .replace("[/quiz]", "[/quiz-other]")
    .replace("A short quiz", "Another quiz"),
});

test("a funnel that was gone and is back is told of: a page may show it still", async () => {
  const files = readContent(BASE_DIR);
  const development = developContent(ROOT, BASE_DIR);
  const changed = async (...more: readonly ReturnType<typeof other>[]) => {
    const { units } = await development.take([...files, ...more], false);
    return units.map(({ funnel }) => funnel);
  };
  await changed(other(MOOD));
  expect(await changed(other(MOOD))).toEqual([]);
  expect(await changed()).not.toContain("other");
  expect(await changed(other(MOOD.replace("How?", "How are you?")))).toContain(
    "other",
  );
});
