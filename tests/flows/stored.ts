import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { ROOT } from "../../compiler/workspace/content.ts";
import type { Funnel, Step } from "../../generated/contract.ts";
import type { BrandId } from "./brands.ts";
import { NO_JOURNEY } from "../../runtime/core/journey.ts";
import { CONTACT_KEY, journeyKey } from "../../runtime/core/storage-keys.ts";

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
    [keyOf(funnel)]: { ...NO_JOURNEY, answers },
    [CONTACT_KEY]: { name: "Robin", email: "robin@example.com" },
  };
}

/** Where the answers to a funnel are kept; `calm/adhd`. */
export function keyOf(funnel: string): string {
  const [brand = "", id = ""] = funnel.split("/");
  return journeyKey({ brand, id });
}

/** Of somebody who has been through all funnels of a brand, and gave some answer to everything. */
export async function storedOf(brand: BrandId) {
  const entries = (await funnelsOf(brand)).map(({ id, steps }) =>
    stored(`${brand}/${id}`, Object.fromEntries(steps.flatMap(someAnswer))),
  );
  return Object.assign({}, ...entries);
}

/** The funnels of a brand and its own pages, as they were compiled. */
export async function funnelsOf(brand: BrandId): Promise<readonly Funnel[]> {
  const folder = join(ROOT, "generated/brands", brand);
  const modules = (await readdir(folder)).filter(
    (name) => name.endsWith(".ts") && name !== "site.ts",
  );
  return Promise.all(
    modules.map(async (name): Promise<Funnel> => {
      const module: { funnel: Funnel } = await import(join(folder, name));
      return module.funnel;
    }),
  );
}

/** The first choice, or whatever fits into the field. */
function someAnswer(step: Step): [string, Answers[string]][] {
  switch (step.page) {
    case "single":
      return [[step.id, step.props.options[0]?.value ?? ""]];
    case "multi":
      return [[step.id, [step.props.options[0]?.value ?? ""]]];
    case "scale":
      return [[step.id, step.props.to]];
    case "slider":
    case "number":
      return [[step.id, step.props.max ?? 1]];
    case "date":
      return [[step.id, "1990-05-17"]];
    case "text":
      return [[step.id, "Robin"]];
    default:
      return [];
  }
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
