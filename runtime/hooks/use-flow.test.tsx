// @vitest-environment happy-dom
import { act, cleanup } from "@testing-library/react";
import { useNavigationType } from "react-router-dom";
import { expect, test } from "vitest";
import type { Step } from "../../generated/contract.ts";
import type { PageWith } from "../../generated/names.ts";
import { answerAtom } from "../state/journey.ts";
import { funnel, stepOf } from "../testing/funnel.ts";
import { pageTests, storing } from "../testing/harness.tsx";
import { useAnswer, useAnswerLabel } from "./use-answer.ts";
import { useBack } from "./use-back.ts";
import { useFlow } from "./use-flow.ts";
import { useGiven } from "./use-given.ts";
import { useStepNavigation } from "./use-step-navigation.ts";
import { useStep } from "./use-page.ts";

const { error, watch } = pageTests();

const START = ["/quiz-focus/start?utm_source=x"];

/** What a question may do. */
const useQuiz = () => ({
  ...useFlow<PageWith<"next">>(),
  ...useBack(),
  progress: useStep().progress,
});
const question = () => ({ flow: useQuiz(), answer: useAnswer() });

test("an answer is stored before the navigation, which keeps the query", () => {
  const { now, here, backend } = watch(question, { at: START });
  act(() => {
    const { answer, flow } = now();
    answer.answer("female");
    expect(backend.getItem("funnel:calm/focus")).toContain('"gender":"female"');
    flow.go("next");
  });
  expect(here()).toBe("/quiz-focus/2-cycle?utm_source=x");
});

test("what names a person, a payment or a tester is not taken along", () => {
  const { now, here } = watch(question, {
    at: [`${START[0]}&email=a%40b.co&name=Ann&checkout=c-1&tester=code`],
  });
  act(() => now().flow.go("next"));
  expect(here()).toMatch(/\?utm_source=x$/);
});

test("the answer decides the way, in the same tap", () => {
  const { now, here } = watch(question, { at: START });
  act(() => {
    now().answer.answer("male");
    now().flow.go("next");
  });
  expect(here()).toBe("/quiz-focus/3-habits?utm_source=x");
});

test("an answer that the way passes by tells nothing, and is there again where it leads back", () => {
  const read = () => ({ ...question(), label: useAnswerLabel("cycle") });
  const { now, store } = watch(read, {
    at: ["/quiz-focus/2-cycle"],
    backend: storing({ answers: { gender: "female", cycle: "yes" } }),
  });
  const change = (gender: string) =>
    act(() => store.set(answerAtom, called("gender"), gender));
  expect(now().label).toBe("Yes");
  change("male");
  expect([now().label, now().answer.value]).toEqual([null, "yes"]);
  change("female");
  expect([now().label, now().answer.value]).toEqual(["Yes", "yes"]);
});

test("a step that the way passes by is left by what is answered there", () => {
  const no = { kind: "answer", step: "cycle", in: ["no"] } as const;
  const steps = funnel.steps.map((step) =>
    step.id === called("cycle").id
      ? stepOf("cycle", { edges: [{ on: "next", to: "email", when: no }] })
      : step,
  );
  const { now, here } = watch(question, {
    at: ["/quiz-focus/2-cycle"],
    backend: storing({ answers: { gender: "male" } }),
    funnel: { ...funnel, steps },
  });
  act(() => {
    now().answer.answer("no");
    now().flow.go("next");
  });
  expect(here()).toBe("/quiz-focus/9-email");
});

test("a step that was answered before says so on arrival, not on being answered", () => {
  const fresh = watch(question, { at: START });
  expect(fresh.now().answer).toMatchObject({
    value: null,
    arrivedAnswered: false,
  });
  act(() => fresh.now().answer.answer("male"));
  expect(fresh.now().answer).toMatchObject({
    value: "male",
    arrivedAnswered: false,
  });
  act(() => fresh.now().flow.go("next"));
  expect(fresh.now().answer).toMatchObject({
    value: null,
    arrivedAnswered: false,
  });
  act(() => fresh.now().flow.back());
  expect(fresh.now().answer).toMatchObject({
    value: "male",
    arrivedAnswered: true,
  });
  cleanup();
  const reload = watch(question, { at: START, backend: fresh.backend });
  expect(reload.seen[0]?.answer).toMatchObject({
    value: null,
    arrivedAnswered: false,
  });
  expect(reload.now().answer).toMatchObject({
    value: "male",
    arrivedAnswered: true,
  });
});

test("an answer renders nothing anew that does not depend on it", () => {
  const around = () => ({ flow: useQuiz(), given: useGiven() });
  const { now, seen, store } = watch(around, { at: START });
  const before = seen.length;
  const [start] = funnel.steps;
  act(() => start && store.set(answerAtom, start, "female"));
  expect(seen).toHaveLength(before);
  act(() => now().flow.go("next"));
  expect(seen.length).toBeGreaterThan(before);
  expect(now().flow.canGoBack).toBe(true);
});

test("back leads along the visitor's own way, by the history where that has it", () => {
  const { now, trail } = watch(question, { at: START });
  expect(now().flow).toMatchObject({ canGoBack: false, progress: 0 });
  act(() => {
    now().answer.answer("female");
    now().flow.go("next");
  });
  expect(now().flow).toMatchObject({ canGoBack: true, progress: 0.1 });
  act(() => now().flow.go("next"));
  act(() => now().flow.back());
  act(() => now().flow.back());
  expect(trail.map((path) => path.split("?")[0]?.slice(12))).toEqual([
    "start",
    "2-cycle",
    "3-habits",
    "2-cycle",
    "start",
  ]);
  expect(now().flow.canGoBack).toBe(false);
});

test("a second tap before the history has gone back does not go further", () => {
  const { now, here } = watch(question, { at: START });
  act(() => {
    now().answer.answer("female");
    now().flow.go("next");
  });
  act(() => now().flow.go("next"));
  act(() => {
    const { back } = now().flow;
    back();
    back();
  });
  expect(here()).toMatch(/\/2-cycle\?/);
  act(() => now().flow.back());
  expect(here()).toMatch(/\/start\?/);
});

function called(id: string): Step {
  const step = funnel.steps.find((one) => one.id === id);
  if (step === undefined) throw new Error(`no step is called ${id}`);
  return step;
}

/** As above, for whoever is led on to another step in place of this one. */
const ledOn = () => ({
  ...question(),
  goTo: useStepNavigation(),
  how: useNavigationType(),
});

test("back stays with us where the step before was replaced", () => {
  const { now, here } = watch(ledOn, {
    at: ["/elsewhere", ...START],
    backend: storing({ answers: { gender: "female" } }),
  });
  act(() => now().goTo(called("cycle"), { replace: true }));
  expect(here()).toMatch(/\/2-cycle\?/);
  act(() => now().flow.back());
  expect(here()).toMatch(/\/start\?/);
});

test("back takes the entry before a step that was replaced, where that is the one", () => {
  const { now, here, store } = watch(ledOn, { at: START });
  act(() => {
    now().answer.answer("female");
    now().flow.go("next");
  });
  act(() => store.set(answerAtom, called("gender"), "male"));
  act(() => now().goTo(called("habits"), { replace: true }));
  expect(here()).toMatch(/\/3-habits\?/);
  act(() => now().flow.back());
  expect(here()).toMatch(/\/start\?/);
  expect(now().how).toBe("POP");
});

test("back works where the history has nothing of ours", () => {
  const backend = storing({ answers: { gender: "male" } });
  const { now, here } = watch(useQuiz, {
    at: ["/quiz-focus/3-habits?a=1"],
    backend,
  });
  act(() => now().back());
  expect(here()).toBe("/quiz-focus/start?a=1");
});

test("outside the quiz there is no way back and no progress", () => {
  const { now } = watch(useQuiz, { at: ["/quiz-focus/thanks"] });
  expect(now()).toMatchObject({ canGoBack: false, progress: null });
  act(() => now().go("next"));
  expect(error).toHaveBeenCalledWith("thanks has no next edge that fits");
});

test("declining leaves no offer behind in the history, and no payment id in the query", () => {
  const { now, here, trail } = watch(() => useFlow<PageWith<"decline">>(), {
    at: ["/quiz-focus/9-email", "/quiz-focus/oto?a=1&checkout=c-1"],
  });
  act(() => now().go("decline"));
  expect(here()).toBe("/quiz-focus/thanks?a=1");
  expect(trail).toHaveLength(2);
});
