import { describe, expect, test } from "vitest";
import { baseFiles, compileWith } from "../testing/base-content.ts";
import type { ContentFile } from "../parse/file-name.ts";

const QUESTIONS = `- { id: age, ask: How old are you?, options: [18-24, 25-34] }
  - { id: mood, ask: How are you?, options: [Good, Bad] }`;
const VENDORS =
  "vendors: { posthog: { key: phc_Demo1, host: https://eu.i.posthog.com } }";
const MAILS = `mails:
  payment.taken: { subject: Your receipt, text: "You paid {{ amount }}." }`;

interface Tree {
  readonly questions?: string;
  /** Keys of the funnel. */
  readonly funnel?: string;
  /** The fields that are asked for. */
  readonly fields?: string;
  /** A text on a page behind the questions. */
  readonly said?: string;
  /** Keys of the brand; it measures without being told otherwise. */
  readonly brand?: string;
}

function refused(tree: Tree): string[] {
  return compileWith(quiz(tree), brandWith(tree.brand ?? VENDORS))
    .diagnostics.filter(({ code }) => code === "privacy/contradicts")
    .map(({ message }) => message);
}

function quiz({
  questions = QUESTIONS,
  funnel = "",
  fields = "[email]",
  said = "Words.",
}: Tree): ContentFile {
  const title = funnel.includes("title:") ? "" : "title: A short quiz\n";
  const text = `name: Quiz
${title}mounts: [/quiz]
${funnel}
questions:
  ${questions}
pages:
  - { path: 3-email, page: registration, heading: Which email opens this?, fields: ${fields} }
  - path: oto
    page: offer
    heading: Your plan
    sections:
      - section: plans
        plans: [{ product: plan, label: Four weeks }]
      - section: faq
        heading: Asked often
        items: [{ q: And my data?, a: ${JSON.stringify(said)} }]
    accept: thank-you
    decline: small
  - { path: small, page: downsell, heading: Something smaller, product: small, acceptLabel: Take it, accept: thank-you, decline: thank-you }
  - { path: thank-you, page: thank-you, heading: Thank you }
`;
  return { name: "demo/quiz.yaml", text };
}

function brandWith(keys: string): ContentFile {
  const name = "demo/brand.yaml";
  const { text = "" } = baseFiles.find((file) => file.name === name) ?? {};
  return { name, text: `${keys}\n${text}` };
}

test("the tree of these tests makes no claim", () => {
  const { diagnostics } = compileWith(quiz({}), brandWith(VENDORS));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual(
    [],
  );
});

// The age is stored with the contact, an email is asked for, PostHog measures, and something is sold.
describe("untrue of a funnel that stores the age and the email, measures and sells", () => {
  test.each([
    "Your answers stay in this browser.",
    "Your answers never leave your device.",
    "Your answers don't leave your phone.",
    "What you tell us stays on your device.",
    "We never share your answers with anyone.",
    "We will not share what you write with anybody.",
    "Your answers are never shared.",
    "Your answers are not stored.",
    "Your answers won't be saved.",
    "Nothing you write is sent anywhere.",
    "Nothing you tell us is stored.",
    "Only you see your answers.",
    "Only you can read what you wrote.",
    "Nobody sees your answers.",
    "No one but you will see your answers.",
    "Nobody but you sees this.",
    "For your eyes only.",
    "Your answers are confidential.",
    "Your answers stay between us.",
    "It stays between us.",
    "Your responses are never shared.",
    "Nobody will know what you answered.",
    "We can't see what you answer.",
    "Not even we can read it.",
    "Your answers are deleted after the quiz.",
    "We delete your answers as soon as you leave.",
    "Your email is never shared.",
    "Your email address will never be passed on.",
    "We never share your email.",
    "We don't share your data with anyone.",
    "We never sell or share your data.",
    "Your data is never sold or shared.",
    "Your email stays private.",
    "Nobody else gets your email.",
    "We do not store your email.",
    "We don't collect personal data.",
    "This quiz is completely anonymous.",
    "You stay anonymous.",
    "All of this is anonymous.",
    "Everything here is anonymous.",
    "It's anonymous, and it takes a minute.",
    "Free, quick and anonymous.",
    "No email needed.",
    "No data leaves your device.",
    "Everything stays on your phone.",
    "Your data never leaves your device.",
    "We never log anything.",
    "We do not use Google Analytics.",
    "Nothing leaves your browser.",
    "Nothing is stored anywhere.",
    "Nothing is sent to us.",
    "We store nothing about you.",
    "No tracking, ever.",
    "We don't track you.",
    "Nobody tracks you here.",
    "You are not tracked.",
    "Without trackers.",
    "We don't use cookies.",
    "This site does not set any cookies.",
    "No cookies here.",
    "A cookie-free quiz.",
    "Your reader and nobody else.",
    "No third-party cookies.",
    "We work without third parties.",
    "Nothing is shared with third parties.",
    "Never without your consent.",
    "We measure only with your permission.",
  ])("%s", (said) => {
    expect(refused({ said })).not.toEqual([]);
  });
});

describe("no promise, or one that holds", () => {
  test.each([
    // What is sent is said beside it.
    "Your answers stay in this browser, all but your age.",
    "We never share your answers; your age comes with your email.",
    "Your email is never shared, save for the payment and PostHog.",
    // Nobody promises anything of the data.
    "Is all of this anonymous?",
    "This is not anonymous.",
    "Which of these would you lose track of time over?",
    "Five tracks, from mail to tables.",
    "A parcel comes with a tracking number.",
    "We track your progress together.",
    "We bake cookies on Sundays.",
    "Two cookies a day are enough.",
    "A group of Alcoholics Anonymous near you.",
    "A first draft that nobody sees takes the weight off.",
    "Practice only: nobody sees it, and nobody is asked for money.",
    "Nobody can read a family from a few answers.",
    "A page that nobody reads but you.",
    "Nothing gets sent this week: the letter goes into a drawer.",
    "Nothing is lost when you pause.",
    "Only you decide which you read.",
    "Put the phone to bed in another room.",
    "The secret stays with your sister.",
    "Share your answers with a friend, if you like.",
    "Tell us what you wrote when we meet.",
    "Debt advice is free and confidential.",
    "We never sell your data.",
    "Everything stays as it is.",
    "Log in with your email.",
    "Your name shall never be a question again.",
    "We store your email, your name and your age.",
    "You may have your data deleted at any time.",
    "Your answers are deleted when you ask.",
    "We ask everybody.",
    "They agree that it helps.",
    "The first thing to do with your data is to look at it.",
  ])("%s", (said) => {
    expect(refused({ said })).toEqual([]);
  });
});

test.each([
  ["No tracking, ever.", "[email]", ""],
  ["Your answers stay in this browser.", "[email]", VENDORS],
  ["We never share your answers with anyone.", "[email]", VENDORS],
  ["We do not store your name.", "[email]", VENDORS],
] as const)("%s holds where it is so", (said, fields, brand) => {
  const questions = "- { id: mood, ask: How are you?, options: [Good, Bad] }";
  expect(refused({ questions, said, fields, brand })).toEqual([]);
});

test.each([
  ["We count visits with PostHog in the European Union.", "us", 1],
  ["We use PostHog, which runs in the EU.", "us", 1],
  ["We count visits with PostHog in the United States.", "eu", 1],
  ["We do not use PostHog.", "eu", 1],
  ["We count visits without PostHog.", "us", 1],
  ["We count visits with PostHog in the European Union.", "eu", 0],
  ["With PostHog in the United States, if you say so.", "us", 0],
  ["PostHog counts visits. Visitors in the EU are asked first.", "us", 0],
  ["PostHog never learns your email.", "eu", 0],
])("%s with an account in %s", (said, region, times) => {
  const host = `https://${region}.i.posthog.com`;
  const brand = `vendors: { posthog: { key: phc_Demo1, host: ${host} } }`;
  const found = refused({ said, brand });
  expect(found.filter((one) => one.includes("PostHog"))).toHaveLength(times);
});

test("where a server of the brand's own keeps it is not known", () => {
  const brand =
    "vendors: { posthog: { key: phc_Demo1, host: https://t.demo.example } }";
  const said = "We count visits with PostHog in the European Union.";
  expect(refused({ said, brand })).toEqual([]);
});

test.each([
  ["Only you see it.", []],
  ["Nobody but you sees your answer.", []],
  ["Your answer stays on this device.", []],
])("%s on a question is about its own answer", (help, found) => {
  const on = (id: string, own: string) =>
    `- { id: ${id}, ask: How are you?${own}, options: [Good, Bad] }`;
  const claim = `, help: ${help}`;
  const age = (own: string) =>
    `- { id: age, ask: How old?${own}, options: [18-24, 25-34] }`;
  expect(refused({ questions: `${on("mood", claim)}\n  ${age("")}` })).toEqual(
    found,
  );
  expect(refused({ questions: `${on("mood", "")}\n  ${age(claim)}` })).toEqual([
    expect.stringContaining('the answer to "age" is stored with the contact'),
  ]);
});

test.each([
  ["a funnel's title", { funnel: "title: A quiz without tracking" }],
  [
    "a funnel's description",
    { funnel: "description: Your answers stay in your browser." },
  ],
  [
    "a shared section",
    {
      funnel:
        "shared: { calm: { section: text, text: We do not use cookies. } }",
    },
  ],
  [
    "a band of a score",
    {
      funnel:
        "scores: { calm: { label: Calm, bands: [{ id: low, label: Low, text: Only you see your answers. }] } }",
    },
  ],
  [
    "a mail",
    {
      brand: `${VENDORS}\n${MAILS.replace("You paid", "We never share your email. You paid")}`,
    },
  ],
] as const)("%s is read as well", (_, tree) => {
  expect(refused(tree)).toHaveLength(1);
});

test("who learns a contact is named", () => {
  const said = "Your email is never shared.";
  expect(refused({ said, brand: `${VENDORS}\n${MAILS}` })).toEqual([
    '"Your email is never shared" is not true: who they are is told to the payment provider and the mail service and PostHog',
  ]);
});
