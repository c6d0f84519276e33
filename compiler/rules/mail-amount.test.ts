import { expect, test } from "vitest";
import { baseFiles, compileWith } from "../testing/base-content.ts";

const brand =
  baseFiles.find(({ name }) => name === "demo/brand.yaml")?.text ?? "";

/** What is said of a mail that leaves something out. */
function found(moment: string, subject: string, words: string): string[] {
  const mail = `{ subject: "${subject}", text: "${words}" }`;
  const text = brand.replace(
    "pages:\n",
    `mails: { ${moment}: ${mail} }\npages:\n`,
  );
  const { diagnostics } = compileWith({ name: "demo/brand.yaml", text });
  return diagnostics.flatMap(({ code, hint }) =>
    code === "mail/leaves-out" ? [hint ?? ""] : [],
  );
}

test.each([
  ["payment.taken", "Your receipt", "You paid {{ amount }}."],
  ["payment.taken", "Your receipt: {{ amount }}", "Thank you."],
  ["payment.taken", "Welcome", "Your plan is open."],
  ["renewal.upcoming", "{{ amount }} soon", "On {{ renewal-date }}."],
  ["payment.refunded", "Money back", "It is on its way."],
  ["payment.taken", "Your receipt", "You paid {{ amonut }}."],
])("%s: %s, %s", (moment, subject, words) => {
  expect(found(moment, subject, words)).toEqual([]);
});

test.each([
  ["payment.taken", "Your receipt", "For {{ product }}.", "{{ amount }}"],
  ["renewal.taken", "Paid", "This is your receipt.", "{{ amount }}"],
  ["renewal.upcoming", "Soon", "On {{ renewal-date }}.", "{{ amount }}"],
  [
    "renewal.upcoming",
    "Your plan goes on",
    "You need do nothing.",
    "{{ amount }} and {{ renewal-date }}",
  ],
])("%s without what it is about: %s, %s", (moment, subject, words, left) => {
  expect(found(moment, subject, words)).toEqual([
    `write ${left} into the text`,
  ]);
});
