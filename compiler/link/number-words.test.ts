import { expect, test } from "vitest";
import { fromWords, inWords } from "./number-words.ts";

test.each([
  [0, "zero"],
  [9, "nine"],
  [14, "fourteen"],
  [20, "twenty"],
  [26, "twenty-six"],
  [99, "ninety-nine"],
  [100, "100"],
])("%i in words is %s", (number, words) => {
  expect(inWords(number)).toBe(words);
});

test("words are the number they were made of", () => {
  for (let number = 0; number < 100; number += 1)
    expect(fromWords(inWords(number))).toBe(number);
});

test.each([
  ["Twenty six", 26],
  ["TWENTY-SIX", 26],
  ["026", 26],
  ["twenty-twelve", null],
  ["a dozen", null],
  ["", null],
])("%j is %s", (words, number) => {
  expect(fromWords(words)).toBe(number);
});
