import type { Page } from "playwright";

/** What the browser holds of somebody who has been through a funnel's questions. */
export function calmStored(answers: Answers = {}) {
  return stored("calm/adhd", {
    age: "25-34",
    area: "at-work",
    name: "Robin",
    goal: "finishing-what-i-start",
    minutes: "10-min",
    ...answers,
  });
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

type Answers = Readonly<Record<string, string | number | readonly string[]>>;

function stored(funnel: string, answers: Answers) {
  return {
    [`funnel:${funnel}`]: {
      v: 1,
      answers,
      done: [],
      deadline: null,
      promo: null,
    },
    "visitor-contact-info": { name: "Robin", email: "robin@example.com" },
  };
}

/** The answers that the browser holds of a funnel. */
export async function answersOf(page: Page, funnel: string): Promise<unknown> {
  const text = await page.evaluate(
    (key) => localStorage.getItem(key),
    `funnel:${funnel}`,
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
