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
    ["\u043Et\u043E", ["oto", "goal"], "oto"],
    ["he\u0430ding", ["heading"], "heading"],
    ["oto-gift\u00A0", ["oto-gift", "oto-gifts"], "oto-gift"],
    ["\u0421AD", ["CAD", "USD"], "CAD"],
  ])("%j looks like what is meant", (name, known, meant) => {
    expect(slip(name, known)).toEqual({
      hint: expect.stringContaining(`it looks like "${meant}", and has a `),
      instead: { from: name, to: meant, kind: "suggested" },
    });
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

describe("a fix", () => {
  test.each([
    ["one letter off", "ofer", ["offer", "info"], "offer"],
    ["in other letters", "moon-3", ["moon-1", "mon-3"], "mon-3"],
    ["a letter for a digit", "0ffer", ["offer"], "offer"],
    [
      "two letters off, and long",
      "thank-yu-pag",
      ["thank-you-page"],
      "thank-you-page",
    ],
    ["in another order", "gaol", ["goal"], "goal"],
    ["with the same number", "mon-3", ["moon-3", "moon-1"], "moon-3"],
  ])("is a name that is %s", (_how, name, known, to) => {
    expect(slip(name, known)?.instead?.to).toBe(to);
  });

  test.each([
    ["of another thing", "downsell-gift", ["downsell-oto"], '"downsell-oto"'],
    ["two letters off", "sumery", ["summary", "oto"], '"summary"'],
    ["with another number", "moon-3", ["moon-1"], '"moon-1"'],
    ["with a longer number", "moon-1", ["moon-12"], '"moon-12"'],
    ["with a number too many", "plan2", ["plan"], '"plan"'],
    ["with other letters and another number", "mon-3", ["moon-4"], '"moon-4"'],
    [
      "that is as near as another",
      "gaal",
      ["goal", "oto", "gall"],
      '"goal" or "gall"',
    ],
  ])("is no name %s", (_how, name, known, said) => {
    const found = slip(name, known);
    expect(found).toEqual({ hint: `did you mean ${said}?` });
  });

  test("nor one of several that are as near", () => {
    const known = ["moon-1", "moon-2", "moon-4"];
    expect(slip("moon-3", known)).toBeUndefined();
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
