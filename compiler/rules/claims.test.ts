import { expect, test } from "vitest";
import { baseFiles, compileWith, quizText } from "../testing/base-content.ts";

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
  "Costs less than a $5 coffee a day.",
  "It costs less than a $30 dinner for two.",
  "It is cheaper than a $100 therapy session.",
  "You buy a $5 coffee every day.",
  "A cup of tea costs 99 cents.",
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
  "We have no free trial.",
  "You are all free to go, and free from worry.",
  "Completely free of sugar. Your free time is yours.",
  "Nothing is all free.",
  "We don't offer free trials.",
  "There is no free trial",
  "No free trial, no tricks",
  "Nothing is half price here.",
  "We never have sales or 50% off days.",
  "We don\u2019t do coupons, timers or 50% off.",
  "You don't get 20% off for crying.",
  'No "70% off" banners here.',
  "We won't charge you $1 first and $99 later.",
  "We do not give discounts.",
  "It never was $99.",
  "Nothing here is a limited-time offer.",
  "TRY 7 of its lessons.",
  "TOP 10 in its field, for ALL 12 weeks.",
  "You pay in full.",
])("%s says nothing of what is sold", (words) => {
  expect(told(words)).toEqual([]);
});

test.each([
  ["It costs $25.", "other-price"],
  ["It costs CHF 25.", "other-price"],
  ["It costs SEK 25.", "other-price"],
  ["It costs 25 BRL.", "other-price"],
  ["Prices are in Swiss francs.", "other-price"],
  ["Prices are in NOK.", "other-price"],
  ["You pay in Brazilian reals.", "other-price"],
  ["Your plan is $25.", "other-price"],
  ["Four weeks for $25.", "other-price"],
  ["It costs less than a $25 plan.", "other-price"],
  ["It is a $25 weekly plan.", "other-price"],
  ["It is a $25 app.", "other-price"],
  ["It is a $200 value.", "other-price"],
  ["Get a $12 guide.", "doubtful"],
  ["One more week for $25.", "other-price"],
  ["Two extra weeks for $25.", "other-price"],
  ["Another week for $25.", "other-price"],
  ["An extra week for $25.", "other-price"],
  ["A further month for $25.", "other-price"],
  ["Only 99 cents a day.", "other-price"],
  ["Just 99¢ a day.", "other-price"],
  ["It costs 50 pence.", "other-price"],
  ["Four weeks of it: only $3.99", "other-price"],
  ["You pay $25.", "other-price"],
  ["**Only $3.99**", "other-price"],
  ["12 dollars a week.", "other-price"],
  ["USD 4.99 a week", "other-price"],
  ["4,99 € a month", "other-price"],
  ["Only 100 yen for all of it.", "other-price"],
  ["For only 1.299,99 € you get it all.", "other-price"],
  ["Instead of $99, just today.", "other-price"],
  ["Just $1,299.", "other-price"],
  ["Start your free trial.", "other-price"],
  ["First 7 days free.", "other-price"],
  ["Claim it for free.", "other-price"],
  ["All free today", "other-price"],
  ["Everything is free now.", "other-price"],
  ["It is completely free.", "other-price"],
  ["Just $29.99.", "one-currency"],
  ["Less than $30.", "one-currency"],
  ["Save 70% today.", "no-rule"],
  ["Now 70 percent off.", "no-rule"],
  ["Save 33.3% today.", "no-rule"],
  ["-33.3%", "no-rule"],
  ["Save 20% on your plan.", "no-rule"],
  ["It is 30% cheaper.", "no-rule"],
  ["-70%", "no-rule"],
  ["Half the price.", "no-rule"],
  ["At a reduced price.", "no-rule"],
  ["Your plan has no hidden fees, just $1.", "other-price"],
  ["Your plan has no hidden fees and is $1.", "other-price"],
  ["It is not only $1 a week.", "other-price"],
  ["Your plan is not $99 but $25.", "other-price"],
  ["It costs no more than $25.", "other-price"],
  ["Your plan does not renew and costs $25.", "other-price"],
  ["No subscription for $25.", "other-price"],
  ["Without a code your plan costs $25.", "other-price"],
  ["Your plan is nothing but $25.", "other-price"],
  ["You will never pay $29.99 twice.", "one-currency"],
  ["We never spam. Start your free trial.", "other-price"],
  ["No free trial? Start your free trial.", "other-price"],
  ["Don't miss 50% off.", "doubtful"],
  ["Don't leave without your 50% off.", "doubtful"],
  ["Why not save 50%?", "no-rule"],
  ["Why don't you save 50%?", "no-rule"],
  ["Don't you want 50% off?", "doubtful"],
  ["No code needed for 50% off.", "doubtful"],
  ["You won't see 50% off again.", "no-rule"],
  ["You haven't used your 50% off yet.", "no-rule"],
  ["Don't leave 50% off on the table.", "doubtful"],
  ["Nobody else gives you 50% off.", "doubtful"],
  ["Nothing beats 50% off.", "doubtful"],
  ["You have not started your free trial yet.", "other-price"],
  ["Your plan has no risk with a free trial.", "other-price"],
  ["You won't get this limited-time offer again.", "never-ends"],
  ["Don't miss this limited-time offer.", "never-ends"],
  ["The library is only $12.", "doubtful"],
  ["You get $12.", "doubtful"],
  ["You save $12.", "doubtful"],
  ["Others give you 30% off.", "doubtful"],
  ["20% off my screen time.", "doubtful"],
  ["Renews every 4 weeks.", "renewal"],
])("%s is claim/%s on an offer", (words, code) => {
  expect(told(words)).toEqual([code]);
});

/** The same of words that are the headline of an upsell. */
function toldInHeadline(words: string): string[] {
  const oto = `- { path: oto, page: upsell, heading: ${JSON.stringify(words)}, product: plan, acceptLabel: Yes, accept: less, decline: less }`;
  const less =
    "- { path: less, page: upsell, heading: H, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }";
  const text = quizText(READ, `${oto}\n${less}`);
  return compileWith({ name: "demo/quiz.yaml", text })
    .diagnostics.filter(({ code }) => code.startsWith("claim/"))
    .map(({ code }) => code.slice("claim/".length));
}

test.each([
  ["Add a month for $25", ["doubtful"]],
  ["One last thing, for only €25", ["doubtful"]],
  ["No hidden fees, just $25", ["doubtful"]],
  ["Add a month for $29.99", ["one-currency"]],
  ["Add a month for {{ price.plan }}", []],
  ["People spend $1,500 a year on it", []],
  ["Only $9.99", ["other-price"]],
  ["You paid $9.99. One more?", ["one-currency"]],
])("%s as the headline of an upsell is %j", (words, codes) => {
  expect(toldInHeadline(words)).toEqual(codes);
});

test("an amount becomes the price of what its page sells, not of another page's", () => {
  const page = (path: string, product: string, to: string, text: string) =>
    `- { path: ${path}, page: upsell, heading: H, text: ${JSON.stringify(text)}, product: ${product}, acceptLabel: Yes, accept: ${to}, decline: ${to} }`;
  const pages = [
    page("oto", "plan", "less", "$29.99, paid once."),
    page("less", "small", "thank-you", "Only $29.99. You paid $29.99."),
  ];
  const text = quizText(READ, pages.join("\n"));
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  const found = diagnostics.filter(({ code }) => code.startsWith("claim/"));
  expect(found.map(({ code, fix }) => [code, fix?.changes])).toEqual([
    [
      "claim/one-currency",
      [expect.objectContaining({ value: "{{ price.plan }}, paid once." })],
    ],
    ["claim/doubtful", undefined],
    [
      "claim/one-currency",
      [
        expect.objectContaining({
          value: "Only $29.99. You paid {{ price.plan }}.",
        }),
      ],
    ],
  ]);
});

/** The same of words below a plan. */
function toldOfPlan(words: string): string[] {
  const oto = `- { path: oto, page: offer, heading: H, sections: [{ section: plans, plans: [{ product: plan, label: Four weeks, note: ${JSON.stringify(words)} }] }], accept: thank-you, decline: thank-you }`;
  return compileWith({ name: "demo/quiz.yaml", text: quizText(READ, oto) })
    .diagnostics.filter(({ code }) => code.startsWith("claim/"))
    .map(({ code }) => code.slice("claim/".length));
}

test.each([
  ["A coach for $25.", ["doubtful"]],
  ["A coach for $29.99.", ["one-currency"]],
  ["People spend $1,500 a year on it.", []],
  ["$25, paid once.", ["other-price"]],
])("%s below a plan is %j", (words, codes) => {
  expect(toldOfPlan(words)).toEqual(codes);
});

const READ = "- { id: read, page: info, heading: Read this, text: First. }";

/** What four weeks cost in countries that write amounts otherwise. */
const PRICES = { HUF: 7490, INR: 123456, JPY: 2980, KWD: 6.15, BRL: 109.9 };

function toldAbroad(words: string): string[] {
  const signs = { HUF: "Ft", INR: "₹", JPY: "¥", KWD: "KWD", BRL: "R$" };
  const codes = Object.entries(signs).map(
    ([code, symbol]) =>
      `  - { currency: ${code}, symbol: ${symbol}, region: ${code}, code: ${code} }`,
  );
  const sold = Object.entries(PRICES).map(
    ([code, price]) => `, ${code}: ${price}`,
  );
  const isQuiz = (name: string) => name === "demo/quiz.yaml";
  const changed = baseFiles
    .filter(({ name }) => !isQuiz(name))
    .map(({ name, text }) => ({
      name,
      text: text
        .replace("currencies:\n", `currencies:\n${codes.join("\n")}\n`)
        .replace(
          "plan: { name: Four weeks,",
          "plan: { days: 28, name: Four weeks,",
        )
        .replaceAll(/(EUR: \d+\.\d+)/g, `$1${sold.join("")}`),
    }));
  const oto = `- { path: oto, page: upsell, heading: H, text: ${JSON.stringify(words)}, product: plan, acceptLabel: Yes, accept: thank-you, decline: thank-you }`;
  const quiz = { name: "demo/quiz.yaml", text: quizText(READ, oto) };
  return compileWith(...changed, quiz)
    .diagnostics.filter(({ code }) => code.startsWith("claim/"))
    .map(({ code }) => code.slice("claim/".length));
}

test.each([
  ["Only Ft 5,990.", "other-price"],
  ["Only 5 990 Ft.", "other-price"],
  ["Only Ft 7,490.", "one-currency"],
  ["Only 7 490 Ft.", "one-currency"],
  ["Only HUF 7490", "one-currency"],
  ["Only 7.490 Ft.", "one-currency"],
  ["Only 5.990 Ft.", "other-price"],
  ["Only 7.490,00 Ft.", "one-currency"],
  ["Only 2,980 yen.", "one-currency"],
  ["Only 2,970 yen.", "other-price"],
  ["Just ₹499.", "other-price"],
  ["Just ₹1,23,456.", "one-currency"],
  ["It costs KWD 6.150.", "one-currency"],
  ["It costs KWD 6.155.", "other-price"],
  ["It costs R$ 109,90.", "one-currency"],
  ["Only 107 cents a day.", "one-currency"],
  ["It costs R$99.", "other-price"],
  ["That is ¥107 a day.", "one-currency"],
  ["That is ¥106 a day.", "one-currency"],
  ["That is ¥105 a day.", "other-price"],
  ["That is KWD 0.220 a day.", "one-currency"],
])("%s is claim/%s where visitors pay so", (words, code) => {
  expect(toldAbroad(words)).toEqual([code]);
});

test.each([
  ["All prices are in US dollars.", ["one-currency"]],
  ["You are charged in EUR.", ["one-currency"]],
  ["It is paid once, in euros, wherever you are.", ["one-currency"]],
  ["You pay in British pounds.", ["other-price"]],
  ["Pay attention in class.", []],
  ["Rent is paid by the month. We live in euros.", []],
])("%s of what is paid in dollars and euros is %j", (words, codes) => {
  expect(told(words)).toEqual(codes);
});

test("a page that sells in one currency may say so", () => {
  const words = "It is paid once, in US dollars.";
  const page = (currency: string) =>
    `- { path: oto, page: upsell, heading: H, text: "${words}", product: plan, currency: ${currency}, acceptLabel: Yes, accept: thank-you, decline: thank-you }`;
  const found = (currency: string) =>
    compileWith({
      name: "demo/quiz.yaml",
      text: quizText(READ, page(currency)),
    })
      .diagnostics.map(({ code }) => code)
      .filter((code) => code.startsWith("claim/"));
  expect(found("USD")).toEqual([]);
  expect(found("EUR")).toEqual(["claim/other-price"]);
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
