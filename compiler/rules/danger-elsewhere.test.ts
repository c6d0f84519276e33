import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

const CHEST = `- { id: chest, ask: Now?, options: ["No", { label: "Yes", value: "yes", danger: true }, { label: Some, value: some, danger: true }] }`;
const MOOD = "- { id: mood, ask: How?, options: [Good, Bad] }";
const OFFER =
  "- { path: oto, page: upsell, heading: H, product: plan, acceptLabel: Yes, accept: thank-you, decline: thank-you }";

const help = (text: string) =>
  `- { id: help, page: info, when: { chest: ["yes", some] }, heading: Call, button: I will, next: thank-you, text: "${text}" }`;

/** What is told of a funnel whose page with help says this, beside another funnel that sells. */
function told(text: string): string[] {
  const other = quizText(MOOD, OFFER).replace("/quiz", "/other");
  const { diagnostics } = compileWith(
    { name: "demo/quiz.yaml", text: quizText(`${CHEST}\n${help(text)}`) },
    { name: "demo/other.yaml", text: other },
  );
  return diagnostics
    .filter(({ code }) => code === "danger/sells")
    .map(({ message, at }) => `${at.file} ${message}`);
}

test("an offer of another funnel is one, and told once for all who are led there", () => {
  expect(told("See [the plans](/other/oto?from=help).")).toEqual([
    'demo/quiz.yaml visitors who answer "yes" may be in danger, and are shown a link to the offer "oto": chest → help',
  ]);
});

test.each(["[start](/other/start)", "[home](/)", "[terms](/terms)"])(
  "%s is none",
  (link) => expect(told(link)).toEqual([]),
);
