import { describe, expect, test } from "vitest";
import { slip } from "./wording-entry.ts";
import { choices, list, useOneOf } from "./wording.ts";

describe("did you mean", () => {
  test.each([
    ["ofer", ["offer", "info"], "offer"],
    ["gaol", ["goal", "oto"], "goal"],
    ["Heron.svg", ["heron.svg"], "heron.svg"],
    ["thankyou", ["thank-you"], "thank-you"],
    ["moods", ["mood", "modes"], "mood"],
    ["oferr", ["info", "offer"], "offer"],
    ["weeks-4", ["weeks-1", "weeks-4-once"], "weeks-1"],
    ["4-week", ["1-week", "4-weeks"], "4-weeks"],
    ["thank-you", ["goal", "thank-you-page"], "thank-you-page"],
    ["heron", ["boat.svg", "heron.svg"], "heron.svg"],
  ])("%s", (name, known, meant) => {
    expect(slip(name, known)?.hint).toBe(`did you mean "${meant}"?`);
  });

  test.each([
    ["downsell", ["mood", "goal"]],
    ["a", ["bcd"]],
    ["C", ["A", "B"]],
    ["offer", ["offer-for-men", "offer-for-women"]],
    ["decline", ["heading", "declineLabel"]],
    ["x", []],
  ])("is silent about %s", (name, known) => {
    expect(slip(name, known)).toBeUndefined();
  });
});

describe("lists", () => {
  test.each([
    [[], ""],
    [["a"], "a"],
    [["a", "b"], "a and b"],
    [["a", "b", "c"], "a, b and c"],
  ])("%j", (names, said) => {
    expect(list(names)).toBe(said);
  });

  test.each([
    [["a"], 'use "a"'],
    [["a", "b", "c"], "use one of: a, b and c"],
  ])("as a hint: %j", (names, said) => {
    expect(useOneOf(names)).toBe(said);
  });

  const many = Array.from({ length: 30 }, (_, i) => `question-${i + 1}`);

  test("are cut when they are very long", () => {
    expect(list(many)).toMatch(/^question-1, .*, question-25 and 5 more$/);
  });

  test("show what is most like the name when there are very many", () => {
    const said = choices("thank-you", [...many, "thanks"]);
    expect(said).toMatch(/^thanks, /);
    expect(said).toMatch(/ and 19 more$/);
  });

  test("show first what has the whole name in it", () => {
    const said = choices("/policy", [...many, "/contact", "/privacy-policy"]);
    expect(said).toMatch(/^\/privacy-policy, \/contact, /);
  });
});
