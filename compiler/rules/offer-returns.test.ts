import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

const QUESTION = "- { id: mood, ask: How?, options: [Good, Bad] }";

/** An upsell with its ways out. */
function offer(
  id: string,
  accept: string,
  decline: string,
  failed = "",
): string {
  const ways = `accept: ${accept}, decline: ${decline}${failed && `, failed: ${failed}`}`;
  return `- { path: ${id}, page: upsell, heading: H, product: plan, acceptLabel: Yes, ${ways} }`;
}

function page(id: string, next: string): string {
  return `- { path: ${id}, page: report, heading: H, sections: [{ section: text, text: T }], next: ${next} }`;
}

function told(...pages: string[]): string[] {
  const text = quizText(QUESTION, pages.join("\n"));
  return compileWith({ name: "demo/quiz.yaml", text })
    .diagnostics.filter(({ code }) => code === "flow/offer-returns")
    .map(({ message, at }) => `${at.line}: ${message}`);
}

test.each<[string, string[], string[]]>([
  [
    "straight on",
    [offer("a", "thank-you", "b"), offer("b", "thank-you", "thank-you")],
    [],
  ],
  [
    "to itself",
    [offer("a", "thank-you", "a")],
    ['8: "a" leads back to the offer "a"'],
  ],
  [
    "a downsell that declines to the dearer offer",
    [offer("a", "thank-you", "b"), offer("b", "thank-you", "a")],
    ['9: "b" leads back to the offer "a"'],
  ],
  [
    "once for a loop of three offers",
    [
      offer("a", "b", "thank-you"),
      offer("b", "c", "thank-you"),
      offer("c", "a", "thank-you"),
    ],
    ['10: "c" leads back to the offer "a"'],
  ],
  [
    "twice for two loops",
    [
      offer("a", "thank-you", "b"),
      offer("b", "c", "a"),
      offer("c", "thank-you", "d"),
      offer("d", "thank-you", "c"),
    ],
    [
      '9: "b" leads back to the offer "a"',
      '11: "d" leads back to the offer "c"',
    ],
  ],
  [
    "a refused payment may come back",
    [offer("a", "thank-you", "thank-you", "again"), page("again", "a")],
    [],
  ],
  [
    "but not by way of another offer's answer",
    [
      offer("a", "thank-you", "b"),
      offer("b", "thank-you", "thank-you", "again"),
      page("again", "a"),
    ],
    ['10: "again" leads back to the offer "a"'],
  ],
  [
    "through a page before the offer",
    [page("pitch", "a"), offer("a", "thank-you", "pitch")],
    ['9: "a" leads back to "pitch", and from there to the offer "a"'],
  ],
])("%s", (_, pages, expected) => {
  const messages = told(...pages);
  expect(messages).toHaveLength(expected.length);
  expected.forEach((start, i) =>
    expect(messages[i]?.startsWith(start)).toBe(true),
  );
});
