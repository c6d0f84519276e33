import { expect, test } from "vitest";
import { promisesOf } from "./promises.ts";

/** What a page with this text promises that nobody ever sends. */
function neverSent(text: string): string[] {
  const promises = promisesOf({ pages: [{ path: "a", page: "report", text }] });
  return promises.flatMap(({ moments, words }) =>
    moments.length === 0 ? [words] : [],
  );
}

test.each([
  ["We send you a card by mail.", "We send you a card"],
  ["We send you a certificate by post.", "We send you a certificate by post"],
  [
    "You get a letter from us in the post.",
    "You get a letter from us in the post",
  ],
  ["Your certificate arrives by post.", "Your certificate arrives by post"],
  ["We text you the link.", "We text you"],
  ["We'll send you the link by SMS.", "We'll send you the link by SMS"],
])("%s", (text, words) => {
  expect(neverSent(text)).toEqual([words]);
});

test.each([
  "If you ask, we send you a copy by post.",
  "We send you a copy by post if you ask for it.",
  "We send you nothing by post.",
  "You get a letter from the bank in the post. What do you do?",
  "You reach us by email or by post.",
  "Your comment comes in the post below.",
  "Call 988, by call or text.",
  "We text the way we talk. We text you-know-who.",
  "Write a text. Read the post.",
])("%s: nothing is promised", (text) => {
  expect(neverSent(text)).toEqual([]);
});
