import { expect, test } from "vitest";
import {
  isSame,
  keepingClaims,
  periodWords,
  retentionClaims,
} from "./retention.ts";

test.each([
  [365, "12 months"],
  [548, "18 months"],
  [730, "24 months"],
  [30, "30 days"],
  [90, "90 days"],
  [400, "400 days"],
])("%i days are %s", (days, words) => {
  expect(periodWords(days)).toBe(words);
});

test.each<[string, readonly string[]]>([
  ["Name and email go 12 months after your last visit.", ["12 months"]],
  ["Emails: two years after the last visit, or until you ask.", ["two years"]],
  ["We keep your name for a year. Receipts stay ten years.", ["a year"]],
  ["We keep your email 90 days, on old plans 1 year.", ["90 days", "1 year"]],
  ["Have it deleted: one email to us, answered within 30 days.", []],
  ["The preview is kept for seven days.", []],
  ["The visit's cookie lasts 3 days.", []],
  ["We delete your name and email {{ privacy.retention }} after.", []],
])("%s", (text, words) => {
  expect(retentionClaims(text).map((claim) => claim.words)).toEqual(words);
});

test.each<[string, readonly string[]]>([
  ["They are deleted 30 days after your last reading.", ["30 days people"]],
  ["Your answers are kept for a year.", ["a year people"]],
  ["Your contact details are only stored for 90 days.", ["90 days people"]],
  ["We delete everything after two weeks.", ["two weeks people"]],
  ["We keep your email for 12 months.", ["12 months people"]],
  ["Your photo is deleted within a day.", ["a day pictures"]],
  ["The preview is kept for seven days.", ["seven days pictures"]],
  ["You send a photo. It is deleted after a week.", ["a week pictures"]],
  // Nothing of a visitor's data.
  ["Keep what helps. Give it 12 weeks.", []],
  ["You keep everything for a year.", []],
  ["Write three names a day, and keep the list for seven days.", []],
  ["Write within 30 days and we return your money. Keep the pictures.", []],
  ["Your plan keeps to the resting week.", []],
  ["We hold a short call once a week.", []],
  ["It renews every 4 weeks until you cancel.", []],
  ["We answer within 30 days, and your data are deleted at once.", []],
])("of any text: %s", (text, said) => {
  expect(keepingClaims(text).map(({ words, of }) => `${words} ${of}`)).toEqual(
    said,
  );
});

test("a period is the same in months, years and days", () => {
  const daysOf = (words: string) =>
    retentionClaims(`Emails are deleted after ${words}.`)[0]?.days ?? 0;
  expect(isSame(daysOf("12 months"), 365)).toBe(true);
  expect(isSame(daysOf("two years"), 730)).toBe(true);
  expect(isSame(daysOf("18 months"), 548)).toBe(true);
  expect(isSame(daysOf("12 months"), 360)).toBe(false);
  expect(isSame(daysOf("a week"), 7)).toBe(true);
  expect(isSame(daysOf("six days"), 7)).toBe(false);
});
