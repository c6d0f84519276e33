import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import type {
  AnswerCondition,
  Funnel,
  Step,
} from "../../generated/contract.ts";
import type { Answer, Answers } from "../../runtime/core/answers.ts";
import { reachedFrom } from "../../compiler/link/graph.ts";
import { nextStep } from "../../runtime/core/flow.ts";
import { answersTo } from "../../runtime/walk/answers-to.ts";
import { type BrandId, brands, funnelsOf } from "./content.ts";
import { type Consent, PURPOSES } from "../../runtime/core/consent.ts";
import { NO_JOURNEY } from "../../runtime/core/journey.ts";
import {
  AB_CONFIGURATION_KEY,
  CHECKOUT_KEY,
  CONSENT_VERSION,
  CONTACT_KEY,
  journeyKey,
} from "../../runtime/core/storage-keys.ts";

/** Of nobody else: deadlines and codes belong to whoever has the email. */
export function someEmail(): string {
  return `robin-${randomUUID().slice(0, 8)}@example.com`;
}

const calmAnswers = {
  age: "25-34",
  area: "at-work",
  name: "Robin",
  goal: "finishing-what-i-start",
  minutes: "10-min",
};

/** What the browser holds of somebody who has been through a funnel's questions. */
export function calmStored(answers: Answers = {}) {
  return stored("calm/adhd", { ...calmAnswers, ...answers });
}

/** The same, of somebody who has come to a question and not answered it yet. */
export async function calmStoredAt(question: string) {
  const { steps = [] } =
    (await funnelsOf("calm")).find(({ id }) => id === "adhd") ?? {};
  const at = steps.findIndex(({ id }) => id === question);
  const before = new Set<string>(steps.slice(0, at).map(({ id }) => id));
  const answers = Object.entries({
    ...someAnswers.get("calm/adhd"),
    ...calmAnswers,
  });
  return {
    ...calmStored(),
    [keyOf("calm/adhd")]: {
      ...NO_JOURNEY,
      answers: Object.fromEntries(answers.filter(([id]) => before.has(id))),
    },
  };
}

export function datingStored(answers: Answers = {}) {
  return stored("dating/ex-back", {
    hope: "talk",
    gender: "unsaid",
    name: "Robin",
    safety: ["none"],
    pace: "10-minutes",
    "ex-name": "Alex",
    ...answers,
  });
}

export function spiritualStored(answers: Answers = {}) {
  return stored("spiritual/growth", {
    season: "growing",
    name: "Robin",
    minutes: "10",
    ...answers,
  });
}

/** Some answer to each question of every funnel: pages that are made of answers show nothing without. */
const someAnswers = new Map<string, Answers>(
  (
    await Promise.all(
      brands.map(async (brand) =>
        (await funnelsOf(brand)).map(
          (funnel) => [`${brand}/${funnel.id}`, answersOfAll(funnel)] as const,
        ),
      ),
    )
  ).flat(),
);

function stored(funnel: string, answers: Answers) {
  return {
    [keyOf(funnel)]: {
      ...NO_JOURNEY,
      answers: { ...someAnswers.get(funnel), ...answers },
    },
    [CONTACT_KEY]: { name: "Robin", email: someEmail() },
  };
}

/** Of somebody who has seen a side of the dating offer, and the server knows. */
export function sideStored() {
  const side = { variable_block: "ab_dat2_oto_22", component: "B" };
  return { [AB_CONFIGURATION_KEY]: side };
}

/** Of somebody who has just paid for a product here. */
export function paidStored(product: string) {
  const order = {
    offer: "here",
    product,
    price: 1,
    currency: "USD",
    email: "",
  };
  const attempt = { order, eventId: "e", checkoutId: "c", paid: true };
  return { [CHECKOUT_KEY]: { isPurchased: true, attempts: [attempt] } };
}

/** What somebody chose about third parties: all purposes, or none. */
export function choiceOf(choice: "accepted" | "declined"): Consent {
  const purposes = choice === "accepted" ? PURPOSES : [];
  return { v: CONSENT_VERSION, at: "2026-01-01T00:00:00.000Z", purposes };
}

/** Where the answers to a funnel are kept; `calm/adhd`. */
export function keyOf(funnel: string): string {
  const [brand = "", id = ""] = funnel.split("/");
  return journeyKey({ brand, id });
}

/** Of somebody who has been through all funnels of a brand, and gave some answer to everything. */
export async function storedOf(brand: BrandId, answers: Answers = {}) {
  const entries = (await funnelsOf(brand)).map(({ id }) =>
    stored(`${brand}/${id}`, answers),
  );
  return Object.assign({}, ...entries);
}

/**
 * To each question the first answer by which nobody says that they are in danger, or whatever fits into the field; of
 * several ways on the one behind which most steps are, as what a way passes by does not count.
 */
function answersOfAll(funnel: Funnel): Answers {
  const dangers = dangersOf(funnel.steps);
  const successors = funnel.steps.map(({ edges }) =>
    edges.map((edge) => funnel.steps.findIndex(({ id }) => id === edge.to)),
  );
  let answers: Answers = {};
  for (const step of funnel.steps) {
    const [best] = answersTo(step)
      .filter((answer) => !isAmong(dangers, step, answer))
      .map((answer) => {
        const after = { ...answers, [step.id]: answer };
        const next = nextStep(funnel, step, "next", after);
        const from = next === null ? [] : [funnel.steps.indexOf(next)];
        return { after, ahead: reachedFrom(successors, from).size };
      })
      .toSorted((one, other) => other.ahead - one.ahead);
    answers = best?.after ?? answers;
  }
  return answers;
}

function isAmong(
  dangers: readonly AnswerCondition[],
  step: Step,
  answer: Answer,
): boolean {
  return dangers.some(
    ({ step: question, in: values }) =>
      question === step.id &&
      [answer].flat().some((value) => values.includes(String(value))),
  );
}

function dangersOf(steps: readonly Step[]): readonly AnswerCondition[] {
  return steps.find(({ notAfter }) => notAfter !== undefined)?.notAfter ?? [];
}

/** The answers that the browser holds of a funnel. */
export async function answersOf(page: Page, funnel: string): Promise<unknown> {
  const text = await page.evaluate(
    (key) => localStorage.getItem(key),
    keyOf(funnel),
  );
  return JSON.parse(text ?? "null")?.answers;
}

/** The choice that is marked on screen. */
export function chosen(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const input = document.querySelector("fieldset input:checked");
    return input?.getAttribute("value") ?? null;
  });
}
