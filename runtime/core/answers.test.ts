import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerLabel, labelOfAnswer } from "./answer-label.ts";
import { type Answer, answerOf, readAnswer, readAnswers } from "./answers.ts";
import { funnel, funnelWith, stepOf } from "../testing/funnel.ts";
import { fill } from "./text.ts";

const warn = vi.spyOn(console, "warn");
beforeEach(() => void warn.mockImplementation(() => undefined));
afterEach(() => warn.mockReset());

test.each([
  ["gender", "female", "female"],
  ["gender", "robot", null],
  ["gender", ["female"], null],
  ["gender", "constructor", null],
  ["habits", ["late", "tea"], ["late", "tea"]],
  ["habits", ["none"], ["none"]],
  ["habits", ["late", "late"], ["late"]],
  ["habits", ["late", "gone"], null],
  ["habits", [], null],
  ["habits", "late", null],
  ["rating", 1, 1],
  ["rating", 5, 5],
  ["rating", "3", 3],
  ["rating", 0, null],
  ["rating", 6, null],
  ["rating", "", null],
  ["rating", "many", null],
  ["rating", NaN, null],
  ["minutes", 5, 5],
  ["minutes", 60, 60],
  ["minutes", 61, null],
  ["weight", 35, 35],
  ["weight", 34.9, null],
  ["weight", 250.1, null],
  ["birthday", "1990-04-12", "1990-04-12"],
  ["name", "Anna", "Anna"],
  ["name", "x".repeat(20), "x".repeat(20)],
  ["name", "x".repeat(21), null],
  ["name", "", null],
  ["name", 5, null],
  ["name", { toString: "Anna" }, null],
])("%s reads %j as %j", (id, value, expected) => {
  expect(readAnswer(stepOf(id), value)).toEqual(expected);
});

test("answers of earlier editions are those of the choices and questions they became", () => {
  const gender = {
    ...stepOf("gender"),
    id: "sex",
    was: ["gender", "who"],
    props: {
      ask: "You are",
      options: [
        { value: "woman", was: ["female", "lady"], label: "Woman" },
        { value: "lady", label: "Lady" },
      ],
    },
  };
  const habits = stepOf("habits");
  const several = {
    ...habits,
    props: {
      ...habits.props,
      options: [{ value: "evening", was: ["late", "night"], label: "Late" }],
    },
  };
  const changed = funnelWith({ steps: [gender, several] });
  const read = (stored: object) => readAnswers(changed, stored);
  expect(read({ gender: "female" })).toEqual({ sex: "woman" });
  expect(read({ who: "woman" })).toEqual({ sex: "woman" });
  // What is a value today counts before what was one once, and the id of today before an old one.
  expect(read({ gender: "female", sex: "lady" })).toEqual({ sex: "lady" });
  expect(read({ habits: ["late", "night"] })).toEqual({ habits: ["evening"] });
  expect(read({ habits: ["late", "gone"] })).toEqual({});
});

test("stored answers that fit nothing are dropped and logged, without their text", () => {
  const stored = JSON.parse(
    '{"__proto__":{"x":1},"gender":"secret","rating":2,"gone":"x"}',
  );
  expect(readAnswers(funnel, stored)).toEqual({ rating: 2 });
  expect(warn.mock.calls).toEqual([["a stored answer to gender is dropped"]]);
  for (const nonsense of [null, 1, "x", ["gender"]]) {
    expect(readAnswers(funnel, nonsense)).toEqual({});
  }
});

test("a prototype's name has no answer", () => {
  expect(answerOf({}, "constructor")).toBeNull();
});

test.each([
  ["gender", "male", "Man"],
  ["habits", ["late"], "Late nights"],
  ["habits", ["late", "phone"], "Late nights and My phone"],
  ["habits", ["late", "phone", "tea"], "Late nights, My phone and Tea"],
  ["habits", ["none"], "None of these"],
  ["rating", 4, "4"],
  ["minutes", 20, "20\u00a0minutes"],
  ["minutes", 1, "1\u00a0minute"],
  ["weight", 72.5, "72.5\u00a0kg"],
  ["birthday", "1990-04-12", "April 12, 1990"],
  ["name", "Anna", "Anna"],
])("%s says %j as %s", (id, answer, label) => {
  expect(
    answerLabel(stepOf(id), answer, (text) => fill(text, () => null)),
  ).toBe(label);
});

test.each<[string, Answer | null, string | null]>([
  ["habits", [], null],
  ["habits", null, null],
  ["nowhere", "late", null],
  ["habits", ["late"], "Late nights"],
])("nobody has said anything of %s with %j", (id, answer, label) => {
  const step = funnel.steps.find((one) => one.id === id);
  expect(labelOfAnswer(step, answer, (text) => fill(text, () => null))).toBe(
    label,
  );
});

test.each(["My phone, in bed", "Phone and laptop"])(
  "beside %j, semicolons say where each answer ends",
  (label) => {
    const said = answerLabel(
      stepOf("habits"),
      ["late", "phone", "tea"],
      (text) => (text === "My phone" ? label : fill(text, () => null)),
    );
    expect(said).toBe(`Late nights; ${label}; Tea`);
  },
);
