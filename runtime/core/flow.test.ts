import { expect, test } from "vitest";
import type { EdgeKind } from "../../generated/contract.ts";
import type { Answers } from "./answers.ts";
import { answersOnWay, nextStep, previousStep } from "./flow.ts";
import { funnel, stepOf } from "../testing/funnel.ts";

test.each<[string, EdgeKind, Answers, string | null]>([
  ["gender", "next", { gender: "female" }, "cycle"],
  ["gender", "next", { gender: "male" }, "habits"],
  ["gender", "next", {}, "habits"],
  ["gender", "accept", {}, null],
  ["oto", "accept", {}, "upsell"],
  ["oto", "decline", {}, "thanks"],
  ["oto", "failed", {}, null],
  ["upsell", "failed", {}, "oto"],
  ["thanks", "next", {}, null],
])("from %s by %s with %j to %s", (from, on, answers, to) => {
  expect(nextStep(funnel, stepOf(from), on, answers)?.id ?? null).toBe(to);
});

test("edges are tried in order", () => {
  const edges = [
    {
      on: "next",
      to: "email",
      when: { kind: "answer", step: "gender", in: ["male"] },
    },
    { on: "next", to: "oto", when: null },
    { on: "next", to: "thanks", when: null },
  ];
  const step = stepOf("rating", { edges });
  expect(nextStep(funnel, step, "next", { gender: "male" })?.id).toBe("email");
  expect(nextStep(funnel, step, "next", {})?.id).toBe("oto");
});

test.each<[string, Answers, string | null]>([
  ["gender", {}, null],
  ["habits", { gender: "female" }, "cycle"],
  ["habits", { gender: "male" }, "gender"],
  ["cycle", { gender: "male" }, null],
  ["email", {}, "name"],
  ["oto", {}, null],
  ["thanks", {}, null],
])("before %s with %j comes %s", (id, answers, previous) => {
  expect(previousStep(funnel, stepOf(id), answers)?.id ?? null).toBe(previous);
});

test("a circle of steps ends", () => {
  const steps = funnel.steps.map((step) =>
    step.id === stepOf("habits").id
      ? stepOf("habits", { edges: [{ on: "next", to: "gender", when: null }] })
      : step,
  );
  expect(previousStep({ ...funnel, steps }, stepOf("email"), {})).toBeNull();
});

const WOMAN = { gender: "female", cycle: "yes" } as const;

test.each<[string, Answers, Answers]>([
  ["that the way passes by", { ...WOMAN, gender: "male" }, { gender: "male" }],
  ["on the way", WOMAN, WOMAN],
  [
    "behind a question that is open",
    { gender: "female", rating: 3 },
    { gender: "female", rating: 3 },
  ],
  ["before any other", { cycle: "yes" }, { cycle: "yes" }],
  ["none", {}, {}],
])("an answer %s", (_, given, counted) => {
  expect(answersOnWay(funnel, given)).toEqual(counted);
});

test("on the pages of a brand, which are no way, every answer counts", () => {
  expect(answersOnWay({ ...funnel, entry: null }, WOMAN)).toEqual(WOMAN);
});

test("what was passed by decides nothing of the way behind it", () => {
  const when = { kind: "answer", step: "cycle", in: ["yes"] } as const;
  const steps = funnel.steps.map((step) =>
    step.id === stepOf("habits").id
      ? stepOf("habits", {
          edges: [
            { on: "next", to: "thanks", when },
            { on: "next", to: "email", when: null },
          ],
        })
      : step,
  );
  const changed = { ...funnel, steps };
  const given: Answers = {
    ...WOMAN,
    gender: "male",
    habits: ["late"],
    rating: 3,
  };
  expect(answersOnWay(changed, given)).toEqual({
    gender: "male",
    habits: ["late"],
  });
});
