import { describe, expect, test } from "vitest";
import { linkedQuiz } from "../testing/base-content.ts";
import { optionValue, valueOf } from "./options.ts";

const QUESTION =
  "- { id: mood, score: rest, ask: How are you?, options: [{ label: Good, points: 2 }, { label: Bad, points: -1 }] }";
const SCORES =
  "scores: { rest: { label: Rest, bands: [{ id: low, upTo: 1, label: Low }, { id: high, label: High }] } }";

describe("a choice's value", () => {
  test.each([
    ["As long as I can remember", "as-long-as-i-can-remember"],
    ["I’d rather not say", "id-rather-not-say"],
    ["Café & crème", "cafe-creme"],
    ["18–24", "18-24"],
    ["{{ name }}, yes", "yes"],
    ["👍", "other"],
    ["x".repeat(80), "x".repeat(60)],
  ])("of %s", (label, value) => {
    expect(valueOf(label)).toBe(value);
  });

  test.each([
    [10, "10"],
    [{ label: "Good" }, "good"],
    [{ label: "Good", value: "fine" }, "fine"],
  ])("of %j", (option, value) => {
    expect(optionValue(option)).toBe(value);
  });
});

test("defaults are filled in, what is absent stays absent", () => {
  const { funnel } = linkedQuiz(
    "- { id: pull, page: multi, ask: What?, options: [Phone, Noise] }",
  );
  expect(funnel.steps[0]?.props).toEqual({
    ask: "What?",
    options: [
      { value: "phone", label: "Phone" },
      { value: "noise", label: "Noise" },
    ],
    layout: "list",
    min: 1,
    button: "Continue",
  });
});

test("a picture is its address with a hash, and its size", () => {
  const { funnel } = linkedQuiz(
    "- { id: hello, page: info, heading: Hello, picture: hero.svg }",
  );
  expect(funnel.steps[0]?.props.picture).toEqual({
    src: expect.stringMatching(/^\/assets\/demo\/hero\.[0-9a-f]{8}\.svg$/),
    width: 320,
    height: 200,
  });
});

describe("scores", () => {
  test("reach from the least to the most that can be answered", () => {
    const { funnel } = linkedQuiz(
      [
        QUESTION,
        "- { id: pull, page: multi, score: rest, ask: What?, options: [{ label: A, points: 1 }, { label: B, points: 3 }, { label: C, points: -2 }] }",
        "- { id: deep, page: scale, score: rest, ask: How deep?, from: 0, to: 10, low: Low, high: High }",
        "- { id: long, page: slider, score: rest, ask: How long?, min: 3, max: 9, low: Low, high: High }",
      ].join("\n"),
      "- { path: result, page: report, heading: R, sections: [{ section: gauge, score: rest, low: L, high: H }] }",
      SCORES,
    );
    expect(funnel.scores).toEqual([
      expect.objectContaining({
        id: "rest",
        min: -1 - 2 + 0 + 3,
        max: 2 + 4 + 10 + 9,
        items: {
          mood: { good: 2, bad: -1 },
          pull: { a: 1, b: 3, c: -2 },
          deep: "value",
          long: "value",
        },
      }),
    ]);
  });
});

describe("shared sections", () => {
  test("stand where they are used, under both conditions", () => {
    const { funnel } = linkedQuiz(
      QUESTION.replace("score: rest, ", ""),
      "- { path: result, page: report, heading: R, sections: [{ use: promise, when: { mood: good } }, { use: promise }] }",
      "shared: { promise: { section: text, text: Yes., when: { mood: bad } } }",
    );
    const good = { kind: "answer", step: "mood", in: ["good"] };
    const bad = { kind: "answer", step: "mood", in: ["bad"] };
    const text = [{ kind: "paragraph", children: ["Yes."] }];
    const madeOf = ["answer.mood"];
    expect(funnel.steps[1]?.props.sections).toEqual([
      { section: "text", text, madeOf, when: { kind: "all", of: [good, bad] } },
      { section: "text", text, madeOf, when: bad },
    ]);
  });
});

test("an experiment's b side is the page with what differs", () => {
  const { funnel } = linkedQuiz(
    QUESTION.replace("score: rest, ", ""),
    "- { path: email, page: registration, heading: A, text: Same, experiment: { name: short, b: { heading: B } } }",
    "experiments: { short: a shorter headline }",
  );
  const [, email] = funnel.steps;
  expect(email?.props).toMatchObject({ heading: "A", text: "Same" });
  expect(email?.variant).toMatchObject({
    experiment: "short",
    props: { heading: "B", text: "Same" },
  });
});

test("conditions become what the runtime evaluates", () => {
  const { funnel } = linkedQuiz(
    [
      QUESTION,
      "- { id: hours, page: slider, ask: How long?, min: 3, max: 9, low: Low, high: High }",
      "- { id: why, ask: Why?, options: [A, B], when: { any: [{ mood: [good, bad] }, { hours: { atMost: 6 } }], not: { band: { rest: low } }, score: { rest: { atLeast: 1 } } } }",
    ].join("\n"),
    "",
    SCORES,
  );
  const [, hours] = funnel.steps;
  expect(hours?.edges[0]).toEqual({
    on: "next",
    to: "why",
    when: {
      kind: "all",
      of: [
        {
          kind: "any",
          of: [
            { kind: "answer", step: "mood", in: ["good", "bad"] },
            { kind: "range", of: "answer", id: "hours", min: null, max: 6 },
          ],
        },
        { kind: "not", of: { kind: "band", score: "rest", in: ["low"] } },
        { kind: "range", of: "score", id: "rest", min: 1, max: null },
      ],
    },
  });
});

test("a funnel carries the products it mentions and no others", () => {
  const { funnel } = linkedQuiz(
    QUESTION.replace("score: rest, ", ""),
    "- { path: week, page: downsell, heading: W, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }",
  );
  expect(Object.keys(funnel.products)).toEqual(["small"]);
  expect(funnel.products.small?.prices).toEqual({ USD: 999, EUR: 899 });
});
