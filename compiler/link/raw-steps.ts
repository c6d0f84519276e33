import type { Language } from "../schema/language.ts";
import type { Path } from "../parse/source.ts";
import { data, items, text, type Data } from "../schema/read.ts";

/** A step as it is written, with its id and address worked out. */
export interface RawStep {
  readonly id: string;
  readonly page: string;
  readonly raw: Data;
  readonly path: Path;
  /** Where what an alias does not change is written, and what it changes; null for all other steps. */
  readonly alias: Alias | null;
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

interface Alias {
  /** Id of the step that it is another address of. */
  readonly of: string;
  readonly from: Path;
  readonly changes: Data;
}

/** Whether a step stands beside the way: nobody comes to it from the step before it in the file. */
export function isAside(step: RawStep | undefined): boolean {
  return step !== undefined && (step.isEntrance || step.alias !== null);
}

/** Where a key of a step is written. */
export function keyPath({ path, alias }: RawStep, key: string): Path {
  const inherited = alias !== null && !Object.hasOwn(alias.changes, key);
  return [...(inherited ? alias.from : path), key];
}

/** Choices as they are written, and where. */
export interface RawChoices {
  readonly list: readonly unknown[];
  readonly path: Path;
}

/** All steps of a funnel in the order of the file: questions, then pages, each with its aliases behind it. */
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
  const pages = listed.flatMap((item, i) => {
    const main = page(data(item), ["pages", i], raw, language, isBrandPages);
    return [main, ...aliasesOf(main)];
  });
  return [...questions, ...pages];
}

/** The other addresses of a page: the page once more, with what differs there. */
function aliasesOf(main: RawStep): RawStep[] {
  const { id: _id, aliases, ...taken } = main.raw;
  return items(aliases).map((item, n) => {
    const changes = data(item);
    return {
      ...main,
      ...addressOf(changes, text(changes.path)),
      raw: { ...taken, ...changes },
      path: [...main.path, "aliases", n],
      alias: { of: main.id, from: main.path, changes },
    };
  });
}

function addressOf(
  raw: Data,
  pattern: string,
): Pick<RawStep, "id" | "pattern" | "address"> {
  const id = text(raw.id) || idOf(pattern);
  return { id, pattern, address: pattern.replaceAll(/\{[^{}]*\}/g, id) };
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
  const kind = kindOf(text(raw.page, "single"), language);
  return {
    id,
    page: kind.page,
    raw,
    path,
    alias: null,
    choices: choicesOf(raw.options, path, funnel),
    isQuestion: true,
    isAnswered: kind.isAnswered,
    pattern: "{question}",
    address: i === 0 ? text(funnel.start, "start") : `${i + 1}-${id}`,
    flow: kind.flow,
    isEntrance: kind.isEntrance,
  };
}

function page(
  raw: Data,
  path: Path,
  funnel: Data,
  language: Language,
  isBrandPages: boolean,
): RawStep {
  const written = text(raw.path);
  // The brand's pages have no mount: the root is where theirs begins.
  const pattern = isBrandPages ? written.slice(1) : written;
  const kind = kindOf(text(raw.page), language);
  const { id, address } = addressOf(raw, pattern);
  return {
    id,
    page: kind.page,
    raw,
    path,
    alias: null,
    choices: choicesOf(raw.options, path, funnel),
    isQuestion: false,
    isAnswered: kind.isAnswered,
    pattern,
    address,
    flow: isBrandPages ? "end" : kind.flow,
    isEntrance: kind.isEntrance,
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
