import { expect, test } from "vitest";
import { baseFiles, compileWith, someFonts } from "../testing/base-content.ts";
import { emitServer } from "./server.ts";
import { run } from "../testing/run-module.ts";

const brandText =
  baseFiles.find(({ name }) => name === "demo/brand.yaml")?.text ?? "";
const quizFile = baseFiles.find(({ name }) => name === "demo/quiz.yaml");

async function emitted(brand: string, quiz: string) {
  const { program, diagnostics } = compileWith(
    { name: "demo/brand.yaml", text: brand },
    { name: "demo/quiz.yaml", text: quiz },
  );
  expect(diagnostics).toEqual([]);
  if (program === null) throw new Error("refused");
  const module = await run(emitServer(program, someFonts(program)));
  return Object(module["site"]).brands.demo;
}

test("the root, the mounts and the shared offer lead on", async () => {
  const { redirects, fallbacks } = await emitted(
    brandText,
    quizFile?.text ?? "",
  );
  expect(redirects).toEqual({
    "/": "/quiz/start",
    "/oto": "/quiz/oto",
    "/quiz": "/quiz/start",
  });
  expect(fallbacks).toEqual([
    {
      mount: "/quiz",
      to: "/quiz/start",
      numbered: { mood: "start", email: "2-email" },
    },
  ]);
});

test("an unknown value of a parameter leads to the entry, on every mount", async () => {
  const quiz = (quizFile?.text ?? "")
    .replace("mounts: [/quiz]", "mounts: [/quiz, /quiz-mp]")
    .replace(
      "  - { path: thank-you",
      `  - { path: "upsell/{offerId}", id: coach, page: upsell, heading: One more, product: coach, acceptLabel: "Yes", accept: thank-you, decline: thank-you }
  - { path: thank-you`,
    )
    .replaceAll("accept: thank-you\n", "accept: coach\n");
  const brand = brandText.replace(
    "products:\n",
    "products:\n  coach: { name: A coach, price: { USD: 9.99, EUR: 8.99 } }\n",
  );
  const { fallbacks } = await emitted(brand, quiz);
  const numbered = { mood: "start", email: "2-email" };
  expect(fallbacks).toEqual([
    { mount: "/quiz", to: "/quiz/start", numbered },
    { mount: "/quiz/upsell", to: "/quiz/start" },
    { mount: "/quiz-mp", to: "/quiz-mp/start", numbered },
    { mount: "/quiz-mp/upsell", to: "/quiz-mp/start" },
  ]);
});

test("the server knows behind which offers one tap charges what they were paid with", async () => {
  const alone = quizFile?.text ?? "";
  const followed = alone
    .replace("mounts: [/quiz]", "mounts: [/quiz, /quiz-mp]")
    .replace(
      "  - { path: thank-you",
      `  - { path: more, page: upsell, heading: One more, product: coach, acceptLabel: "Yes", accept: thank-you, decline: thank-you }
  - { path: thank-you`,
    )
    .replace("accept: thank-you\n", "accept: more\n");
  const brand = brandText.replace(
    "products:\n",
    "products:\n  coach: { name: A coach, price: { USD: 9.99, EUR: 8.99 } }\n",
  );
  expect((await emitted(brandText, alone)).oneTapAfter).toEqual([]);
  expect((await emitted(brand, followed)).oneTapAfter).toEqual([
    "/quiz-mp/oto",
    "/quiz/oto",
  ]);
  // PayPro keeps its own, whoever was paid before.
  const atOnce = `${brand}payments: { saved: pay-pro }\n`;
  expect((await emitted(atOnce, followed)).oneTapAfter).toEqual([]);
});

test("the server knows what PayPro is told of a brand", async () => {
  const quiz = quizFile?.text ?? "";
  const dating = brandText.replace(
    "project:\n",
    'project:\n  payPeoValue: "2"\n',
  );
  expect((await emitted(dating, quiz)).payPeoValue).toBe("2");
  expect((await emitted(brandText, quiz)).payPeoValue).toBeNull();
});

test("a page at the root stays there", async () => {
  const brand = `${brandText.replace(/^home:.*\n/m, "")}
  - { path: /, page: authorization, heading: Welcome back }
`;
  const { redirects } = await emitted(brand, quizFile?.text ?? "");
  expect(redirects).not.toHaveProperty("/");
});

test("a funnel without questions begins with its first page, wherever that is", async () => {
  const pages = (path: string) =>
    [
      "name: Offers",
      "title: Offers",
      "mounts: [/offers, /offers-mp]",
      "pages:",
      `  - { path: ${path}, page: downsell, guards: [prerequisites], heading: One week, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }`,
      "  - { path: thank-you, page: thank-you, heading: Thank you }",
    ].join("\n");
  const brand = brandText.replace("home: /quiz", "home: /offers");
  const below = await emitted(brand, pages("oto"));
  expect(below.redirects).toEqual({
    "/": "/offers/oto",
    "/offers": "/offers/oto",
    "/offers-mp": "/offers-mp/oto",
  });
  const apart = await emitted(brand, pages("/week"));
  expect(apart.redirects["/offers-mp"]).toBe("/week");
});

test("what a gift page sells is a gift, and can be bought again, unless the price list says otherwise", async () => {
  const gift = (product: string) =>
    [
      "name: Gifts",
      "title: Gifts",
      "mounts: [/gifts]",
      "pages:",
      `  - { path: gift, page: gift, guards: [prerequisites], heading: For a friend, gifts: [{ product: ${product}, label: One week }], acceptLabel: Yes, accept: thank-you, decline: thank-you }`,
      "  - { path: thank-you, page: thank-you, heading: Thank you }",
    ].join("\n");
  const brand = brandText.replace("home: /quiz", "home: /gifts");
  expect((await emitted(brand, gift("small"))).repeatable).toEqual(["small"]);
  const said = (value: boolean) =>
    brand.replace(/small: \{ /, `small: { repeatable: ${value}, `);
  expect((await emitted(said(false), gift("small"))).repeatable).toEqual([]);
  expect((await emitted(said(false), gift("small"))).gifts).toEqual({
    small: 1,
  });
  const forEight = (text: string) =>
    text.replace(/small: \{ /, "small: { gift: 8, ");
  const eight = { repeatable: ["small"], gifts: { small: 8 } };
  expect(await emitted(forEight(brand), gift("small"))).toMatchObject(eight);
  expect(
    await emitted(forEight(brandText), quizFile?.text ?? ""),
  ).toMatchObject(eight);
  const offers = quizFile?.text ?? "";
  expect(await emitted(brandText, offers)).toMatchObject({
    repeatable: [],
    gifts: {},
  });
  const tried = gift("plan")
    .replace("mounts:", "experiments: { short: A week }\nmounts:")
    .replace(
      "path: gift,",
      "path: gift, experiment: { name: short, b: { gifts: [{ product: small, label: One week }] } },",
    );
  expect((await emitted(brand, tried)).gifts).toEqual({ plan: 1, small: 1 });
  const listed = brandText.replace(/small: \{ /, "small: { repeatable: true, ");
  expect((await emitted(listed, offers)).repeatable).toEqual(["small"]);
});

const SOLD_IN_TIME = `name: Quiz
title: A short quiz
mounts: [/quiz, /quiz-mp]
codes:
  own: { code: OWN-*, off: 10%, products: [plan], until: 2027-01-31 }
  word: { code: WORD, off: { USD: 5, EUR: 4.5 }, products: [plan], limit: 100, each: 2 }
questions:
  - { id: mood, ask: How are you?, options: [Good, Bad] }
pages:
  - { path: 2-code, page: promo-code, heading: A code for you, code: own }
  - path: oto
    page: offer
    heading: Your plan
    sections:
      - { section: countdown, minutes: 30, text: Held for, ended: Ended }
      - { section: plans, promo: true, plans: [{ product: plan, label: Four weeks }] }
    accept: thank-you
    decline: thank-you
  - { path: thank-you, page: thank-you, heading: Thank you }
`;

test("a countdown says what it ends, and a code what its products cost with it, rounded for the visitor", async () => {
  const brand = brandText.replace(
    "plan: { name: Four weeks, price: { USD: 29.99, EUR: 27.99 } }",
    "plan: { name: Four weeks, price: { USD: 29.99, EUR: 27.99 }, regular: { price: { USD: 39.99, EUR: 37.99 } } }",
  );
  const { countdowns, codes } = await emitted(brand, SOLD_IN_TIME);
  expect(countdowns).toEqual([
    {
      funnel: "quiz",
      mounts: ["/quiz", "/quiz-mp"],
      minutes: 30,
      products: { plan: "plan.regular" },
    },
  ]);
  expect(codes).toEqual([
    {
      key: "quiz/own",
      prefix: "OWN",
      word: null,
      limit: null,
      each: 1,
      until: "2027-01-31",
      prices: { plan: { USD: 2699, EUR: 2519 } },
    },
    {
      key: "quiz/word",
      prefix: null,
      word: "WORD",
      limit: 100,
      each: 2,
      until: null,
      prices: { plan: { USD: 2499, EUR: 2349 } },
    },
  ]);
});

test("a funnel whose prices stay has neither", async () => {
  const site = await emitted(brandText, quizFile?.text ?? "");
  expect(site).toMatchObject({ countdowns: [], codes: [] });
});

test("a funnel's own mail leads below the mount at which the email was left", async () => {
  const quiz = (quizFile?.text ?? "")
    .replace(
      "mounts: [/quiz]",
      `mounts: [/quiz, /quiz-mp]
mails:
  contact.stored: { subject: Ready, text: Here it is., button: See it, to: oto }
  payment.taken: { subject: Paid, text: "{{ amount }}" }`,
    )
    .replace(
      "  - { path: thank-you",
      `  - { path: /onepage, page: registration, fields: [name, email], heading: And here }
  - { path: thank-you`,
    )
    .replaceAll("decline: thank-you", "decline: onepage");
  const brand = brandText.replace(
    "pages:\n",
    "mails:\n  payment.taken: { subject: Paid at all, text: Thank you. }\npages:\n",
  );
  const { mails, funnels } = await emitted(brand, quiz);
  expect(mails).toMatchObject([
    { moment: "payment.taken", funnel: null, leads: null },
    {
      moment: "contact.stored",
      funnel: "quiz",
      leads: {
        "/quiz/2-email": "/quiz/oto",
        "/quiz-mp/2-email": "/quiz-mp/oto",
        "/onepage": "/quiz/oto",
      },
    },
    { moment: "payment.taken", funnel: "quiz", leads: null },
  ]);
  expect(funnels).toMatchObject([
    {
      id: "quiz",
      mounts: ["/quiz", "/quiz-mp"],
      elsewhere: ["/onepage"],
    },
  ]);
});

test("pages are counted at all of their addresses, but for those that tell a sensitive answer", async () => {
  const quiz = (quizFile?.text ?? "")
    .replace("mounts: [/quiz]", "mounts: [/quiz, /quiz-mp]")
    .replace(
      "  - { path: thank-you",
      `  - { path: /onepage, page: registration, fields: [name, email], heading: And **here** }
  - { path: thank-you`,
    )
    .replaceAll("decline: thank-you", "decline: onepage");
  const { funnels } = await emitted(brandText, quiz);
  const page = (id: string, head: string, path: string) => ({
    id,
    head,
    addresses: path.startsWith("/")
      ? [path]
      : [`/quiz-mp/${path}`, `/quiz/${path}`],
    isEnd: false,
  });
  expect(funnels[0].counted).toEqual([
    page("mood", "How are you?", "start"),
    page("email", "Which email opens this?", "2-email"),
    page("oto", "Your plan", "oto"),
    page("small", "Something smaller", "small"),
    page("onepage", "And here", "/onepage"),
    { ...page("thank-you", "Thank you", "thank-you"), isEnd: true },
  ]);
  const sensitive = quiz.replace("id: mood,", "id: mood, sensitive: true,");
  const open = await emitted(brandText, sensitive);
  expect(open.funnels[0].counted).toMatchObject(
    ["email", "oto", "small", "onepage", "thank-you"].map((id) => ({ id })),
  );
  const off = await emitted(`visits: off\n${brandText}`, quiz);
  expect(off.funnels[0].counted).toEqual([]);
});
