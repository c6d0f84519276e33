import type { Language } from "../language.ts";
import type { Path } from "../source.ts";
import { data, items, text, type Data } from "./read.ts";

/** A step as it is written, with its id and address worked out. */
export interface RawStep {
  readonly id: string;
  readonly page: string;
  readonly raw: Data;
  readonly path: Path;
  /** Its choices, its own or those of an option set; null when it has none. */
  readonly choices: RawChoices | null;
  readonly isQuestion: boolean;
  /** True when the page keeps an answer under the step's id. */
  readonly isAnswered: boolean;
  readonly pattern: string;
  readonly address: string;
  readonly flow: "forward" | "offer" | "end";
  /** True when visitors come to it from outside; the step before it in the file does not lead to it. */
  readonly isEntrance: boolean;
}

/** Choices as they are written, and where. */
export interface RawChoices {
  readonly list: readonly unknown[];
  readonly path: Path;
}

/** All steps of a funnel in the order of the file: questions, then pages. */
export function rawSteps(
  raw: Data,
  language: Language,
  isBrandPages: boolean,
): RawStep[] {
  const questions = items(raw.questions).map((item, i) =>
    question(data(item), i, raw, language),
  );
  const written = items(raw.pages);
  const listed =
    isBrandPages && !written.some((item) => data(item).page === "not-found")
      ? [...written, NOT_FOUND]
      : written;
  const pages = listed.map((item, i) =>
    page(data(item), i, raw, language, isBrandPages),
  );
  return [...questions, ...pages];
}

/** Every brand answers an unknown address; this is how, when it says nothing of its own. */
const NOT_FOUND = {
  path: "/not-found",
  page: "not-found",
  heading: "This page does not exist",
};

function question(
  raw: Data,
  i: number,
  funnel: Data,
  language: Language,
): RawStep {
  const id = text(raw.id);
  const path = ["questions", i];
  return {
    ...kindOf(text(raw.page, "single"), language),
    id,
    raw,
    path,
    choices: choicesOf(raw.options, path, funnel),
    isQuestion: true,
    pattern: "{question}",
    address: i === 0 ? text(funnel.start, "start") : `${i + 1}-${id}`,
  };
}

function page(
  raw: Data,
  i: number,
  funnel: Data,
  language: Language,
  isBrandPages: boolean,
): RawStep {
  const written = text(raw.path);
  // The brand's pages have no mount: the root is where theirs begins.
  const pattern = isBrandPages ? written.slice(1) : written;
  const id = text(raw.id) || idOf(pattern);
  const kind = kindOf(text(raw.page), language);
  const path = ["pages", i];
  return {
    ...kind,
    id,
    raw,
    path,
    choices: choicesOf(raw.options, path, funnel),
    isQuestion: false,
    pattern,
    address: pattern.replaceAll(/\{[^{}]*\}/g, id),
    flow: isBrandPages ? "end" : kind.flow,
  };
}

/** The choices under `options`, or those of the option set it names; an unknown set has none. */
function choicesOf(
  options: unknown,
  path: Path,
  funnel: Data,
): RawChoices | null {
  if (options === undefined) return null;
  return typeof options === "string"
    ? {
        list: items(data(funnel.optionSets)[options]),
        path: ["optionSets", options],
      }
    : { list: items(options), path: [...path, "options"] };
}

function kindOf(
  page: string,
  language: Language,
): Pick<RawStep, "page" | "flow" | "isAnswered" | "isEntrance"> {
  const { flow, pageKind, entrance } = language.pages[page] ?? {};
  return {
    page,
    flow: flow ?? "forward",
    isEntrance: entrance === true,
    isAnswered: pageKind === "question" && page !== "info",
  };
}

/** `34-summary` is called `summary`, `offer2_v2_m` is called `offer2-v2-m`; the brand's first page is `home`. */
function idOf(path: string): string {
  if (path === "") return "home";
  return path
    .replace(/^\d+-/, "")
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
