import { describe, expect, test } from "vitest";
import { spliced } from "../edit/splice.ts";
import { linkedQuiz, quizText } from "../testing/base-content.ts";
import { serviceWith } from "../testing/service.ts";

const QUIZ = "demo/quiz.yaml";
const QUESTIONS = "- { id: mood, ask: How are you?, options: [Good, Bad] }";

const reports = (paths: readonly string[]) =>
  paths
    .map(
      (path) =>
        `- { path: "${path}", page: report, heading: R, sections: [{ section: text, text: T }] }`,
    )
    .join("\n");

const serviceOf = (quiz: string) => serviceWith({ [QUIZ]: quiz });

test("a step is called by its address as the check calls it", () => {
  const pages = reports([
    "2-sum",
    "{n}-chart",
    "{n}-2-for-1",
    "{n}-what-you'll-need",
    "plain",
    "/free",
    "upsell/{offerId}",
  ]);
  const known = serviceOf(quizText(QUESTIONS, pages))
    .mentions(QUIZ)
    .filter(({ kind, role }) => kind === "step" && role !== "use");
  const { steps } = linkedQuiz(QUESTIONS, pages).funnel;
  expect(known.map(({ id }) => id)).toEqual(steps.map(({ id }) => id));
});

describe("a page that numbers itself", () => {
  const quiz = quizText(
    QUESTIONS.replace(" }", ", next: email }"),
    reports(["{n}-note", "{n}-email"]),
  );
  const service = serviceOf(quiz);
  const use = quiz.indexOf("next: email") + "next: ".length;
  const address = quiz.indexOf("{n}-email");

  test("is offered by the name that the check takes", () => {
    expect(service.check().map(({ code }) => code)).not.toContain(
      "step/unknown",
    );
    const names = service.complete(QUIZ, use + 1)?.candidates ?? [];
    expect(names.map(({ name }) => name)).toContain("email");
  });

  test("is found from where it is led to, and the other way", () => {
    const [place] = service.definitions(QUIZ, use);
    expect(place?.mention.start).toBe(address);
    const uses = service.references(QUIZ, address);
    expect(new Set(uses.map(({ mention }) => mention.start))).toEqual(
      new Set([address, use]),
    );
  });

  test("is renamed where it is led to", () => {
    const renaming = service.rename(QUIZ, use, "mail");
    if (renaming.kind === "refused") throw new Error(renaming.reason);
    const text = spliced(quiz, renaming.edits.get(QUIZ) ?? []);
    expect(text).toContain("next: mail");
    expect(text).toContain('path: "{n}-email"');
    expect(text).toContain("id: mail");
  });
});
