import { expect, test } from "vitest";
import { compileWith } from "../testing/base-content.ts";

/** The claims of payments on a thank-you page with these keys. */
function told(keys: string, before = "", heading = "Well"): string[] {
  const text = [
    "name: Quiz",
    "title: A short quiz",
    "mounts: [/quiz]",
    before,
    "questions: [{ id: mood, ask: How are you?, options: [Good, Bad] }]",
    "pages:",
    `- { path: thank-you, page: thank-you, heading: ${heading}, ${keys} }`,
    "",
  ].join("\n");
  return compileWith({ name: "demo/quiz.yaml", text })
    .diagnostics.filter(({ code }) => code === "text/claims-payment")
    .map(({ message }) => /^"([^"]+)"/.exec(message)?.[1] ?? message);
}

const CLAIM =
  "Thank you for your order. You have paid, and your payment went through.";
const section = (words: string) =>
  `sections: [{ section: text, text: "${words}" }]`;

test.each<[string, string, string]>([
  ["the text for those who bought nothing", `empty: "${CLAIM}"`, ""],
  ["a section", section(CLAIM), ""],
  [
    "a section for some answers",
    `sections: [{ section: bullets, when: { mood: good }, items: [Well, "${CLAIM}"] }]`,
    "",
  ],
  [
    "a shared section",
    "sections: [{ use: thanks }]",
    `shared: { thanks: { section: text, text: "${CLAIM}" } }`,
  ],
])("%s may claim no payment", (_, keys, before) => {
  expect(told(keys, before)).toEqual(["Thank you for your order"]);
});

test.each([`text: "${CLAIM}"`, `refunded: "${CLAIM}"`])(
  "%s is for those who paid",
  (keys) => {
    expect(told(keys)).toEqual([]);
  },
);

test("the text of a page for nobody who paid may not tell how it was paid", () => {
  expect(told('empty: "Your order is paid through our bank."')).toEqual([
    "Your order is paid",
  ]);
});

test.each(["Your payment was successful", "Payment successful"])(
  "%s is no headline of a page that anybody may open",
  (heading) => {
    expect(told("empty: Nothing yet.", "", heading)).toEqual([heading]);
  },
);

test("a section that only buyers see may say what they have bought", () => {
  expect(
    told("sections: [{ section: purchases, heading: You have bought }]"),
  ).toEqual([]);
});

test.each([
  "Once your payment has gone through, we write to you.",
  "You get a mail when your payment has gone through.",
  "If you have bought, thank you for your order.",
  "Has your payment gone through? Has it not? What happens after it is paid?",
  "We return what you have paid.",
  "The plan you have bought opens on any phone.",
  "If not, all is paid back.",
  "Not for you? Everything is paid back.",
  "It is paid twice a year.",
  "The moment your payment is confirmed, it opens. No payment was received.",
  "Your payment is processed securely, and confirmed by your bank. Each payment is confirmed.",
  "An email says that your payment was received.",
  "The payment was completed in seconds, and I was in.",
  "Payment received after midnight counts for the next day.",
  "Was the payment successful? Your payment was not received.",
  "It is paid once. You have bought nothing.",
])("%s claims nothing", (words) => {
  expect(told(section(words))).toEqual([]);
});

test.each([
  ["You have paid. Now rest.", "You have paid"],
  ["Well done, you have just bought it.", "you have just bought"],
  ["After this week, thank you for your order.", "thank you for your order"],
  ["Your payment was successful.", "Your payment was successful"],
  ["**Payment received.** Rest.", "Payment received"],
  ["Well: your payment is complete!", "your payment is complete"],
  ["Your payment has been received", "Your payment has been received"],
  ["If in doubt, write. Your order is complete.", "Your order is complete"],
])("%s claims a payment", (words, claim) => {
  expect(told(section(words))).toEqual([claim]);
});
