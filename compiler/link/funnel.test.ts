import { describe, expect, test } from "vitest";
import { compileWith, linkedQuiz, quizText } from "../testing/base-content.ts";
import { linkedStep, waysOf } from "../testing/steps.ts";

const CHOICE = "options: [Good, Bad]";

describe("ways", () => {
  test("lead to the next in the file", () => {
    const node = linkedQuiz(
      `- { id: a, ask: A?, ${CHOICE} }\n- { id: b, ask: B?, ${CHOICE} }`,
    );
    expect(waysOf(node, "a")).toEqual(["next b"]);
    expect(waysOf(node, "b")).toEqual(["next thank-you"]);
    expect(waysOf(node, "thank-you")).toEqual([]);
  });

  test("go around a step whose condition does not hold, wherever they come from", () => {
    const node = linkedQuiz(
      [
        `- { id: a, ask: A?, ${CHOICE}, next: c }`,
        `- { id: b, ask: B?, ${CHOICE}, when: { a: bad } }`,
        `- { id: c, ask: C?, ${CHOICE}, when: { a: good } }`,
        `- { id: d, ask: D?, options: [{ label: Back, to: b }, On] }`,
      ].join("\n"),
    );
    expect(waysOf(node, "a")).toEqual(["next c ?", "next d"]);
    expect(waysOf(node, "b")).toEqual(["next c ?", "next d"]);
    expect(waysOf(node, "d")).toEqual([
      "next b ?",
      "next c ?",
      "next d ?",
      "next thank-you",
    ]);
  });

  test("of a choice come before the step's own, also from an option set", () => {
    const node = linkedQuiz(
      [
        "- { id: a, ask: A?, options: often }",
        `- { id: b, ask: B?, ${CHOICE} }`,
        `- { id: c, ask: C?, ${CHOICE} }`,
      ].join("\n"),
      "",
      "optionSets: { often: [{ label: Never, to: c }, Always] }",
    );
    expect(waysOf(node, "a")).toEqual(["next c ?", "next b"]);
    expect(linkedStep(node, "a").edges[0]?.when).toEqual({
      kind: "answer",
      step: "a",
      in: ["never"],
    });
  });

  test("out of an offer are named", () => {
    const node = linkedQuiz(
      `- { id: a, ask: A?, ${CHOICE} }`,
      "- { path: week, page: downsell, heading: A week, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you, failed: thank-you }",
    );
    expect(waysOf(node, "week")).toEqual([
      "accept thank-you",
      "decline thank-you",
      "failed thank-you",
    ]);
  });
});

test("a funnel without questions begins with its first page and needs nothing", () => {
  const text = [
    "name: Offers",
    "title: Offers",
    "mounts: [/offers]",
    "pages:",
    "- { path: oto, page: downsell, guards: [prerequisites], heading: 'For you, {{ name | friend }}', product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }",
    "- { path: thank-you, page: thank-you, heading: Thank you }",
  ].join("\n");
  const { program, diagnostics } = compileWith(
    {
      name: "demo/quiz.yaml",
      text: quizText(`- { id: a, ask: A?, ${CHOICE} }`),
    },
    { name: "demo/offers.yaml", text },
  );
  expect(diagnostics).toEqual([]);
  const node = program?.funnels.find(({ key }) => key === "demo/offers");
  expect(node?.funnel.entry).toBe("oto");
  expect(
    node?.funnel.steps.map(({ needs, progress }) => [needs, progress]),
  ).toEqual([
    [[], null],
    [[], null],
  ]);
});

describe("titles", () => {
  const node = linkedQuiz(
    [
      `- { id: a, ask: A?, ${CHOICE} }`,
      `- { id: b, ask: B?, ${CHOICE} }`,
      `- { id: c, ask: C?, title: My own, description: About C, ${CHOICE} }`,
    ].join("\n"),
    "",
    "description: About the quiz",
  );
  test.each([
    ["a", "A short quiz", null],
    ["b", "B? · Demo", null],
    ["c", "My own", "About C"],
    ["thank-you", "Thank you · Demo", null],
  ])("of %s", (id, title, description) => {
    expect(linkedStep(node, id)).toMatchObject({ title, description });
  });
  test("of the funnel stand in for a missing description", () => {
    expect(node.funnel).toMatchObject({
      title: "A short quiz",
      description: "About the quiz",
    });
  });
});

describe("what a step needs", () => {
  const node = linkedQuiz(
    [
      `- { id: a, ask: A?, options: [{ label: Good, to: c }, Bad] }`,
      `- { id: b, ask: B?, ${CHOICE} }`,
      `- { id: c, ask: "C {{ a }} {{ b | then }}?", ${CHOICE} }`,
    ].join("\n"),
    [
      "- { path: email, page: registration, heading: Where to?, fields: [name, email] }",
      '- { path: week, page: downsell, heading: "{{ name }}, {{ a }}?", product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }',
    ].join("\n"),
  );
  test("is what it shows and every visitor has given", () => {
    expect(linkedStep(node, "c").needs).toEqual([
      { kind: "answer", id: "a", from: "a" },
    ]);
  });
  test("of an offer is the email as well, in the order of the way", () => {
    expect(linkedStep(node, "week").needs).toEqual([
      { kind: "answer", id: "a", from: "a" },
      { kind: "contact", id: "name", from: "email" },
      { kind: "contact", id: "email", from: "email" },
    ]);
  });
  test("makes a step personal", () => {
    expect(
      ["a", "b", "c", "week"].map((id) => linkedStep(node, id).personal),
    ).toEqual([false, false, true, true]);
  });
});

test("a part of the quiz lasts until another begins, and ends with the questions", () => {
  const node = linkedQuiz(
    [
      `- { id: a, ask: A?, ${CHOICE} }`,
      `- { id: b, ask: B?, part: Days, ${CHOICE} }`,
      "- { id: c, page: info, heading: C }",
      `- { id: d, ask: D?, part: "{{ project }}", ${CHOICE} }`,
    ].join("\n"),
    "- { path: plan, page: report, heading: Plan, sections: [{ section: text, text: Said. }] }",
  );
  expect(node.funnel.steps.map(({ part }) => part)).toEqual([
    undefined,
    "Days",
    "Days",
    "Demo",
    undefined,
    undefined,
  ]);
});
