import type { Language } from "../language.ts";
import type { Path } from "../source.ts";
import { data, items, oneOf, text, type Data } from "./read.ts";

/** A step as it is written, with its id and address worked out. */
export interface RawStep {
  readonly id: string;
  readonly page: string;
  readonly raw: Data;
  readonly path: Path;
  readonly isQuestion: boolean;
  /** True when the page keeps an answer under the step's id. */
  readonly isAnswered: boolean;
  readonly pattern: string;
  readonly address: string;
  readonly flow: "forward" | "offer" | "end";
}

/** All steps of a funnel in the order of the file: questions, then pages. */
export function rawSteps(raw: Data, language: Language, isBrandPages: boolean): RawStep[] {
  const questions = items(raw.questions).map((item, i) =>
    question(data(item), i, text(raw.start, "start"), language),
  );
  const pages = items(raw.pages).map((item, i) => page(data(item), i, language, isBrandPages));
  return [...questions, ...pages];
}

function question(raw: Data, i: number, start: string, language: Language): RawStep {
  const id = text(raw.id);
  return {
    ...kindOf(text(raw.page, "single"), language),
    id,
    raw,
    path: ["questions", i],
    isQuestion: true,
    pattern: "{question}",
    address: i === 0 ? start : `${i + 1}-${id}`,
  };
}

function page(raw: Data, i: number, language: Language, isBrandPages: boolean): RawStep {
  const pattern = text(raw.path).replace(/^\//, "");
  const id = text(raw.id) || idOf(pattern);
  const kind = kindOf(text(raw.page), language);
  return {
    ...kind,
    id,
    raw,
    path: ["pages", i],
    isQuestion: false,
    pattern,
    address: pattern.replaceAll(/\{[^{}]*\}/g, id),
    flow: isBrandPages ? "end" : kind.flow,
  };
}

function kindOf(page: string, language: Language): Pick<RawStep, "page" | "flow" | "isAnswered"> {
  const schema = language.pages[page];
  return {
    page,
    flow: oneOf(schema?.flow, ["forward", "offer", "end"]),
    isAnswered: schema?.pageKind === "question" && page !== "info",
  };
}

/** `34-summary` is called `summary`, `offer2_v2_m` is called `offer2-v2-m`. */
function idOf(path: string): string {
  return path
    .replace(/^\d+-/, "")
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
