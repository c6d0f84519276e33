import { describe, expect, test } from "vitest";
import { linkedQuiz } from "../testing/base-content.ts";
import { emitFunnel } from "./funnel.ts";
import { run } from "../testing/run-module.ts";

test("says of each product whether one visitor may buy it again", async () => {
  const { funnel } = linkedQuiz("- { id: a, ask: A?, options: [Yes, No] }");
  const product = { name: "A", prices: {}, days: null, renewal: null };
  const products = {
    once: { ...product, code: "once" },
    again: { ...product, code: "again" },
  };
  const module = await run(emitFunnel({ ...funnel, products }, ["again"]));
  expect(Object(module["funnel"]).products).toEqual({
    once: products.once,
    again: { ...products.again, repeatable: true },
  });
});

describe("a funnel of awkward texts", () => {
  const HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a\u00adb",
    "${process.exit(1)} `ticks`",
    'it\'s "quoted" \\ slashed',
    "__proto__",
    "constructor",
  ];
  const options = HOSTILE.map(
    (text, i) => `{ label: ${JSON.stringify(text)}, value: v${i} }`,
  );
  const node = linkedQuiz(
    `- { id: hostile, ask: ${JSON.stringify(HOSTILE.join(" "))}, options: [${options.join(", ")}] }`,
    "- { path: 2-the-final-plan-you'll-need, page: report, heading: R, sections: [{ section: text, text: T }] }",
  );
  const file = emitFunnel(node.funnel);

  test("is the same after its module has run", async () => {
    const { funnel } = await run(file);
    expect(funnel).toEqual(node.funnel);
  });

  test("keeps tags as text", () => {
    const { options: linked } = node.funnel.steps[0]?.props ?? {};
    const labels = HOSTILE.slice(0, 3).map((label, i) => ({
      value: `v${i}`,
      label,
    }));
    expect(linked).toEqual(expect.arrayContaining(labels));
  });

  test("has addresses with apostrophes among its names", () => {
    expect(file.content).toContain(
      `path: "2-the-final-plan-you'll-need" | "start" | "thank-you";`,
    );
    expect(file.content).toContain(
      `pattern: "2-the-final-plan-you'll-need" | "thank-you" | "{question}";`,
    );
  });
});
