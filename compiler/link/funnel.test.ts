import { describe, expect, test } from "vitest";
import { stepAddresses } from "../address.ts";
import { compileWith, linkedQuiz, quizText } from "../compile.fixture.ts";

const CHOICE = "options: [Good, Bad]";

/** `next to goal`, `next to goal ?` when it has a condition. */
function ways(node: ReturnType<typeof linkedQuiz>, id: string): string[] {
  const step = node.funnel.steps.find((candidate) => candidate.id === id);
  return (step?.edges ?? []).map(
    ({ on, to, when }) => `${on} ${to}${when === null ? "" : " ?"}`,
  );
}

function step(node: ReturnType<typeof linkedQuiz>, id: string) {
  const found = node.funnel.steps.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no step ${id}`);
  return found;
}

describe("ways", () => {
  test("lead to the next in the file", () => {
    const node = linkedQuiz(
      `- { id: a, ask: A?, ${CHOICE} }\n- { id: b, ask: B?, ${CHOICE} }`,
    );
    expect(ways(node, "a")).toEqual(["next b"]);
    expect(ways(node, "b")).toEqual(["next thank-you"]);
    expect(ways(node, "thank-you")).toEqual([]);
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
    expect(ways(node, "a")).toEqual(["next c ?", "next d"]);
    expect(ways(node, "b")).toEqual(["next c ?", "next d"]);
    expect(ways(node, "d")).toEqual([
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
    expect(ways(node, "a")).toEqual(["next c ?", "next b"]);
    expect(step(node, "a").edges[0]?.when).toEqual({
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
    expect(ways(node, "week")).toEqual([
      "accept thank-you",
      "decline thank-you",
      "failed thank-you",
    ]);
  });
});

describe("addresses", () => {
  test("are the position and the id; the first question has an address of its own", () => {
    const node = linkedQuiz(
      `- { id: a, ask: A?, ${CHOICE} }\n- { id: b, ask: B?, ${CHOICE} }`,
      [
        "- { path: 3-the-final-plan-you'll-need, page: report, heading: R, sections: [{ section: text, text: T }] }",
        "- { path: 'upsell/{offerId}', id: coach, page: upsell, heading: U, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }",
      ].join("\n"),
    );
    expect(
      node.funnel.steps.map(({ id, pattern, path }) => [id, pattern, path]),
    ).toEqual([
      ["a", "{question}", "start"],
      ["b", "{question}", "2-b"],
      [
        "the-final-plan-youll-need",
        "3-the-final-plan-you'll-need",
        "3-the-final-plan-you'll-need",
      ],
      ["coach", "upsell/{offerId}", "upsell/coach"],
      ["thank-you", "thank-you", "thank-you"],
    ]);
    expect(node.funnel.entry).toBe("a");
    expect(
      node.funnel.routes.map(({ pattern, steps }) => [pattern, steps.length]),
    ).toEqual([
      ["{question}", 2],
      ["3-the-final-plan-you'll-need", 1],
      ["upsell/{offerId}", 1],
      ["thank-you", 1],
    ]);
  });
});

describe("absolute addresses", () => {
  const node = linkedQuiz(
    `- { id: a, ask: A?, ${CHOICE} }`,
    "- { path: /free, page: report, heading: F, sections: [{ section: text, text: T }] }",
  );
  const mirrored = { ...node.funnel, mounts: ["/quiz", "/quiz-mp"] };

  test("are kept with their slash; the id has none", () => {
    expect(step(node, "free")).toMatchObject({
      pattern: "/free",
      path: "/free",
    });
  });
  test("are one for all mounts", () => {
    expect(stepAddresses(mirrored).map(({ path }) => path)).toEqual([
      "/quiz/start",
      "/free",
      "/quiz/thank-you",
      "/quiz-mp/start",
      "/quiz-mp/thank-you",
    ]);
  });
});

describe("a landing page", () => {
  const node = linkedQuiz(
    `- { id: a, ask: A?, ${CHOICE} }\n- { id: b, ask: B?, ${CHOICE} }`,
    [
      "- { path: landing, page: landing, heading: Begin, next: a }",
      '- { path: 3-email, page: registration, heading: "Where to, {{ a }}?" }',
      "- { path: more, page: landing, heading: More }",
    ].join("\n"),
  );

  test("is reached from outside, and no step leads to it by itself", () => {
    expect(ways(node, "b")).toEqual(["next email"]);
    expect(ways(node, "email")).toEqual(["next thank-you"]);
    expect(node.graph.reachable.size).toBe(node.funnel.steps.length);
  });
  test("leads to what it names, else to the next step", () => {
    expect(ways(node, "landing")).toEqual(["next a"]);
    expect(ways(node, "more")).toEqual(["next thank-you"]);
  });
  test("is no part of the quiz: neither counted nor measured", () => {
    expect(node.funnel.steps.map(({ progress }) => progress)).toEqual([
      0,
      0.333,
      null,
      0.667,
      null,
      null,
    ]);
    expect(node.funnel.entry).toBe("a");
  });
});

describe("a page at another address", () => {
  const node = linkedQuiz(
    `- { id: a, ask: A?, ${CHOICE} }`,
    [
      "- { path: 2-email, page: registration, heading: Where to? }",
      "- path: oto",
      "  page: offer",
      "  title: An offer",
      "  guards: [prerequisites]",
      '  heading: "For you, {{ a }}"',
      "  sections: [{ section: plans, plans: [{ product: plan, label: Four weeks }] }]",
      "  accept: thank-you",
      "  decline: small",
      "  aliases:",
      "    - { path: offer1, showClock: false, titleType: b, heading: Once more }",
      "    - { path: /offer, id: free, decline: thank-you, guards: [visitor-loaded] }",
      "- { path: small, page: downsell, heading: S, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }",
    ].join("\n"),
  );

  test("takes over what it does not change", () => {
    expect(step(node, "offer1")).toMatchObject({
      page: "offer",
      path: "offer1",
      title: "An offer",
      guards: ["prerequisites"],
      props: { heading: "Once more", showClock: false, titleType: "b" },
    });
    expect(step(node, "oto").props).toMatchObject({
      showClock: true,
      titleType: "a",
    });
    expect(step(node, "free")).toMatchObject({
      path: "/offer",
      guards: ["visitor-loaded"],
      props: step(node, "oto").props,
    });
  });
  test("leads where its page does, or where it says", () => {
    expect(ways(node, "offer1")).toEqual(ways(node, "oto"));
    expect(ways(node, "free")).toEqual([
      "accept thank-you",
      "decline thank-you",
    ]);
  });
  test("is reached as its page is, by nobody on the way", () => {
    expect(ways(node, "email")).toEqual(["next oto"]);
    expect(node.graph.reachable.size).toBe(node.funnel.steps.length);
    expect(step(node, "free").needs).toEqual(step(node, "oto").needs);
    expect(step(node, "offer1").needs.map(({ id }) => id)).toEqual(["email"]);
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
    expect(step(node, id)).toMatchObject({ title, description });
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
    expect(step(node, "c").needs).toEqual([
      { kind: "answer", id: "a", from: "a" },
    ]);
  });
  test("of an offer is the email as well, in the order of the way", () => {
    expect(step(node, "week").needs).toEqual([
      { kind: "answer", id: "a", from: "a" },
      { kind: "contact", id: "name", from: "email" },
      { kind: "contact", id: "email", from: "email" },
    ]);
  });
  test("makes a step personal", () => {
    expect(
      ["a", "b", "c", "week"].map((id) => step(node, id).personal),
    ).toEqual([false, false, true, true]);
  });
});
