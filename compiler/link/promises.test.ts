import { expect, test } from "vitest";
import { CALL, type MailPromise, promisesOf, UPCOMING } from "./promises.ts";

/** What a page with this text promises. */
function promisesOn(text: string): MailPromise[] {
  return promisesOf({ pages: [{ path: "a", page: "report", text }] });
}

/** What a page with this text promises that nobody ever sends. */
function neverSent(text: string): string[] {
  return promisesOn(text).flatMap(({ moments, words }) =>
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
  [
    "We email you three days before your plan renews.",
    "We email you three days before your plan renews",
  ],
  [
    "No fear: we will remind you by email before each renewal.",
    "we will remind you by email before each renewal",
  ],
  [
    "We'll send you a reminder by email before you are charged again.",
    "We'll send you a reminder by email before you are charged",
  ],
  [
    "You will get an email a week before the next payment.",
    "You will get an email a week before the next payment",
  ],
  [
    "A reminder comes by email before the trial ends.",
    "reminder comes by email before the trial ends",
  ],
  ["Before it renews, we write to you.", "Before it renews, we write to you"],
  [
    "Three days before the renewal you get a reminder.",
    "Three days before the renewal you get a reminder",
  ],
])("%s: a mail before a renewal", (text, words) => {
  expect(promisesOn(text)).toMatchObject([{ moments: [UPCOMING], words }]);
});

test.each([
  ["We call you back.", "We call you back"],
  ["Thank you. We'll ring you tomorrow.", "We'll ring you tomorrow"],
  ["Somebody will call you on the next day.", "Somebody will call you on the"],
  ["Which number should we call?", "Which number should we call"],
])("%s: a call", (text, words) => {
  expect(promisesOn(text)).toMatchObject([{ moments: [CALL], words }]);
});

test.each([
  "What may we call you?",
  "Does he call you back when you write?",
  "If you ask, we call you back.",
  "We call you back when you request it in the app.",
  "Which number do you call in an emergency?",
  "If you ask, we send you a copy by post.",
  "We send you a copy by post if you ask for it.",
  "We send you nothing by post.",
  "You get a letter from the bank in the post. What do you do?",
  "You reach us by email or by post.",
  "Your comment comes in the post below.",
  "Call 988, by call or text.",
  "We text the way we talk. We text you-know-who.",
  "Write a text. Read the post.",
  "We never email you before it renews.",
  "You get no email before it renews: note the day.",
  "If you ask, we email you before it renews.",
  "We remind you in the app before it renews.",
  "We send you a reminder in the app before it renews.",
  "Write to us before it renews, and we end it.",
  "Before it renews, you can cancel by email.",
  "How often do you open an email before breakfast?",
])("%s: nothing is promised", (text) => {
  expect(promisesOn(text)).toEqual([]);
});
