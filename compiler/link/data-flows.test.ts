import { describe, expect, test } from "vitest";
import { baseFiles, compileWith, quizText } from "../testing/base-content.ts";
import type { Program } from "./program.ts";
import { dataFlowsOf } from "./data-flows.ts";
import { funnelsOf } from "./privacy-table.ts";

const brandText =
  baseFiles.find(({ name }) => name === "demo/brand.yaml")?.text ?? "";

function programOf(brand: string, quiz: string): Program {
  const { program, diagnostics } = compileWith(
    { name: "demo/brand.yaml", text: brand },
    { name: "demo/quiz.yaml", text: quiz },
  );
  if (program === null)
    throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return program;
}

/** What leaves the browser, and to whom, in one line each. */
function flowsOf(brand: string, quiz: string): string[] {
  const program = programOf(brand, quiz);
  return program.brands.flatMap((node) =>
    dataFlowsOf(node, funnelsOf(program, node)).map(
      ({ what, to, when }) => `${what} > ${to} > ${when}`,
    ),
  );
}

const MOOD = "- { id: mood, ask: How are you?, options: [Good, Bad] }";
const AGE = "- { id: age, ask: How old?, options: [Young, Old] }";
const EMAIL = "- { path: hello, page: registration, heading: Which email? }";

describe("what leaves the browser", () => {
  test("of a quiz without a form: the visit, and nothing that was answered", () => {
    const flows = flowsOf(brandText, quizText(MOOD));
    expect(flows).toHaveLength(3);
    expect(flows.join()).not.toMatch(/email,|answer about|payment|PostHog/);
  });

  test("how far a visitor comes, where that is counted", () => {
    const far = (brand: string) =>
      flowsOf(brand, quizText(MOOD)).filter((flow) =>
        flow.startsWith("how far"),
      );
    expect(far(brandText)).toHaveLength(1);
    expect(far(`visits: off\n${brandText}`)).toEqual([]);
  });

  test("an answer about the age goes with the contact, and only where it is asked", () => {
    const sent = "your answer about your age > us > with your email";
    expect(flowsOf(brandText, quizText(AGE, EMAIL))).toContain(sent);
    expect(flowsOf(brandText, quizText(MOOD, EMAIL))).not.toContain(sent);
  });

  test("the email that a gift is opened with, and only where one is sold", () => {
    const opened =
      "the email that you open a gift with > us > when you open it";
    const downsell =
      "- { path: week, page: downsell, heading: A week, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }";
    const gift =
      "- { path: week, page: gift, heading: A week, gifts: [{ product: small, label: A week }], acceptLabel: Yes, accept: thank-you, decline: thank-you }";
    const flows = flowsOf(brandText, quizText(MOOD, gift));
    expect(flows.filter((flow) => flow === opened)).toEqual([opened]);
    expect(flowsOf(brandText, quizText(MOOD, downsell))).not.toContain(opened);
    const listed = brandText.replace(
      "name: One week,",
      "gift: 8, name: One week,",
    );
    expect(flowsOf(listed, quizText(MOOD, downsell))).toContain(opened);
  });

  test("third parties, each with what has to be agreed to", () => {
    const measured = quizText(MOOD, "", "analytics: true");
    const vendors =
      "vendors: { tagManager: GTM-ABC123, posthog: { key: phc_abc, host: https://eu.i.posthog.com } }\n";
    const flows = flowsOf(
      brandText.replace("hosts:", `consent: required\n${vendors}hosts:`),
      measured,
    );
    const choice =
      "what you allow third parties, which question you answered, and when > us > when you choose, change it or take it back";
    expect(flows.at(-3)).toBe(choice);
    expect(flowsOf(brandText, measured)).not.toContain(choice);
    const required = flows.slice(-2);
    expect(required.join()).toMatch(
      /PostHog \(eu\.i\.posthog\.com\) > only if you agree to measurement.*Google Tag Manager.*only if you agree to advertising/,
    );
    const noticed = flowsOf(
      brandText.replace("hosts:", `consent: notice\n${vendors}hosts:`),
      measured,
    ).at(-1);
    expect(noticed).toContain("where the law of your country does not ask");
  });

  test("a vendor that no funnel switches on learns nothing, and one that always runs does", () => {
    const vendors =
      "vendors: { tagManager: GTM-ABC123, posthog: { key: phc_abc, host: https://eu.i.posthog.com }, sentry: https://abc@errors.example/1 }\n";
    const flows = flowsOf(
      brandText.replace("hosts:", `consent: required\n${vendors}hosts:`),
      quizText(MOOD),
    ).join();
    expect(flows).not.toMatch(/Google Tag Manager|PostHog/);
    expect(flows).toContain("Sentry (");
  });

  test("what PostHog is told of purchases and advertisements, and what Sentry records", () => {
    const vendors =
      "vendors: { posthog: { key: phc_abc, host: https://eu.i.posthog.com }, sentry: https://abc@errors.example/1 }\n";
    const flows = flowsOf(
      brandText.replace("hosts:", `consent: required\n${vendors}hosts:`),
      quizText(MOOD, "", "analytics: true"),
    );
    const [posthog, ...sentry] = flows.slice(-3);
    expect(posthog).toMatch(/what you buy, the advertisement .* > PostHog/);
    expect(sentry).toEqual([
      expect.stringMatching(/errors .* > Sentry .* agree to measurement$/),
      expect.stringMatching(/how you used .* > Sentry .* agree to replay$/),
    ]);
  });

  test("the side of an experiment, and only where there is one", () => {
    const told = /which of two versions .* > us >/;
    const tried = EMAIL.replace(
      "heading:",
      "experiment: { name: words, b: { heading: And yours? } }, heading:",
    );
    const running = "experiments: { words: Which words. }";
    const quiz = quizText(MOOD, tried, running);
    expect(flowsOf(brandText, quiz).join("\n")).toMatch(told);
    expect(flowsOf(brandText, quizText(MOOD)).join("\n")).not.toMatch(told);
  });

  test("money goes to the provider of each address", () => {
    const offer =
      "- { path: week, page: downsell, heading: A week, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }";
    const quiz = quizText(MOOD, offer).replace(
      "mounts: [/quiz]",
      "mounts: [/quiz, { path: /quiz-mp, payments: max-pay }]",
    );
    expect(flowsOf(brandText, quiz).join()).toContain("(Stripe or MaxPay)");
    const atOnce = brandText.replace(
      "hosts:",
      "payments: { saved: pay-pro }\nhosts:",
    );
    expect(flowsOf(atOnce, quiz).join()).toContain("(Stripe or PayPro or");
  });
});

test("the privacy policy shows the list in its place", () => {
  const program = programOf(brandText, quizText(AGE, EMAIL));
  const policy = program.brands[0]?.pages.funnel.steps.find(
    ({ path }) => path === "policy",
  );
  const text = JSON.stringify(policy?.props);
  expect(text).toContain("Your answer about your age");
  expect(text).toContain('"kind":"list"');
  expect(text).not.toContain("privacy.table");
});
