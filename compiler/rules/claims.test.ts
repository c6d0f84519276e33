import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

/** The findings about words of an offer that sells "Four weeks" for $29.99, and of a page before it. */
function told(words: string, where: "offer" | "before" = "offer"): string[] {
  const said = JSON.stringify(words);
  const before = `- { id: read, page: info, heading: Read this, text: ${where === "before" ? said : "First."} }`;
  const oto = `- { path: oto, page: upsell, heading: H, text: ${where === "offer" ? said : "Now."}, product: plan, acceptLabel: Yes, accept: thank-you, decline: thank-you }`;
  return compileWith({ name: "demo/quiz.yaml", text: quizText(before, oto) })
    .diagnostics.filter(({ code }) => code.startsWith("claim/"))
    .map(({ code }) => code.slice("claim/".length));
}

test.each([
  "A film ticket is only $12. This lasts longer.",
  "One coffee costs $4 a day.",
  "Most people spend $1,500 a year on it.",
  "Less than the price of a coffee for $4.",
  "In one study, stress fell 30% less.",
  "Members save 20% of their evenings.",
  "I saved 20% of my evenings.",
  "30% less stress in four weeks.",
  "Save 20 minutes a day. 50 % of people sleep less. 100% yours.",
  "The special price of peace.",
  "No discount codes, no tricks.",
  "At half the price of a coffee.",
  "It takes 5 - 10 % of your day.",
  "Yours is a free day.",
  "Open 24 hours, 12 of them quiet.",
  "She ran 400 m in $PATH.",
  "You pay once.",
])("%s says nothing of what is sold", (words) => {
  expect(told(words)).toEqual([]);
});

test.each([
  ["It costs $25.", "other-price"],
  ["Your plan is $25.", "other-price"],
  ["Four weeks for $25.", "other-price"],
  ["Four weeks of it: only $3.99", "other-price"],
  ["You pay $25.", "other-price"],
  ["**Only $3.99**", "other-price"],
  ["12 dollars a week.", "other-price"],
  ["USD 4.99 a week", "other-price"],
  ["4,99 € a month", "other-price"],
  ["Instead of $99, just today.", "other-price"],
  ["Just $1,299.", "other-price"],
  ["Start your free trial.", "other-price"],
  ["First 7 days free.", "other-price"],
  ["Claim it for free.", "other-price"],
  ["Just $29.99.", "one-currency"],
  ["Less than $30.", "one-currency"],
  ["Save 70% today.", "no-rule"],
  ["Now 70 percent off.", "no-rule"],
  ["Save 20% on your plan.", "no-rule"],
  ["It is 30% cheaper.", "no-rule"],
  ["-70%", "no-rule"],
  ["Half the price.", "no-rule"],
  ["At a reduced price.", "no-rule"],
  ["The library is only $12.", "doubtful"],
  ["You get $12.", "doubtful"],
  ["Others give you 30% off.", "doubtful"],
  ["20% off my screen time.", "doubtful"],
  ["Renews every 4 weeks.", "renewal"],
])("%s is claim/%s on an offer", (words, code) => {
  expect(told(words)).toEqual([code]);
});

test.each([
  ["Only $3.99 a week.", ["doubtful"]],
  ["Rent is $900.", []],
  ["Take the quiz: get it free.", []],
  ["Ask for $40 an hour.", []],
  ["Your plan costs $3.99.", ["other-price"]],
  ["Save 20% today.", ["no-rule"]],
])("%s before an offer is %j", (words, codes) => {
  expect(told(words, "before")).toEqual(codes);
});
