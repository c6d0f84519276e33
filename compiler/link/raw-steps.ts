import type { Language } from "../schema/language.ts";
import type { PageTraits } from "../schema/traits.ts";
import { withParameter } from "./address.ts";
import { endsOfTenths } from "./grid.ts";
import type { Path } from "../diagnostics/span.ts";
import { data, items, text, type Data } from "../schema/read.ts";

/** The route of every question: the first has a value of its own, the others their position and id. */
const QUESTION = "{question}";

/** A page that is counted; one that leaves the counting to us. */
const NUMBERED = /^(?:\d+|\{n\})-/;
const ITS_NUMBER = /^\{n\}-/;

/** A step as it is written, with its id and address worked out. */
export interface RawStep {
  readonly id: string;
  readonly page: string;
  readonly traits: PageTraits;
  readonly raw: Data;
  readonly path: Path;
  /** Where what an alias does not change is written, and what it changes; null for all other steps. */
  readonly alias: Alias | null;
  /** Its choices, its own or those of an option set; null when it has none. */
  readonly choices: RawChoices | null;
  readonly isQuestion: boolean;
  readonly pattern: string;
  readonly address: string;
  /** How it is left; nobody goes on from a page of a brand. */
  readonly flow: PageTraits["flow"];
}

interface Alias {
  /** Id of the step that it is another address of. */
  readonly of: string;
  readonly from: Path;
  readonly changes: Data;
}

/** Whether a step stands beside the way: nobody comes to it from the step before it in the file. */
export function isAside(step: RawStep | undefined): boolean {
  return step !== undefined && (step.traits.entrance || step.alias !== null);
}

/** Whether what is written at a path is another address of a page, which stands within that page. */
export function isAliasAt(path: Path): boolean {
  return path.at(-2) === "aliases";
}

/** Where a key of a step is written. */
export function keyPath({ path, alias }: RawStep, key: string): Path {
  const inherited = alias !== null && !Object.hasOwn(alias.changes, key);
  return [...(inherited ? alias.from : path), key];
}

/** What is written under a key of a step, or what stands for it when it is left out. */
export function valueOf(
  { raw, page }: RawStep,
  key: string,
  { pages }: Pick<Language, "pages">,
): unknown {
  return raw[key] ?? pages[page]?.properties?.[key]?.default;
}

/** Choices as they are written, and where. */
export interface RawChoices {
  readonly list: readonly unknown[];
  readonly path: Path;
}

/** Whether a step takes its choices from an option set that there is not: nobody knows what its answers are. */
export function lacksChoices({ choices, raw }: RawStep): boolean {
  return typeof raw.options === "string" && choices?.list.length === 0;
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
  const { unknownAddress } = language.traits;
  // Every brand answers an unknown address; this is how, when it says nothing of its own.
  const listed =
    isBrandPages && !written.some((item) => data(item).page === unknownAddress)
      ? [...written, { path: `/${unknownAddress}`, page: unknownAddress }]
      : written;
  let number = questions.length;
  const pages = listed.flatMap((item, i) => {
    const written = data(item);
    const path = text(written.path);
    if (NUMBERED.test(path)) number += 1;
    const counted = {
      ...written,
      path: path.replace(ITS_NUMBER, `${number}-`),
    };
    const main = page(counted, ["pages", i], raw, language, isBrandPages);
    return [main, ...aliasesOf(main)];
  });
  return [...questions, ...pages].map(withEnds);
}

/** A step with the ends of what it measures, where none are written. */
function withEnds(step: RawStep): RawStep {
  const { answer } = step.traits;
  const ends =
    answer?.kind === "quantity" ? endsOfTenths(step.raw, answer) : null;
  if (answer?.kind !== "quantity" || ends === null) return step;
  const [first, last] = ends;
  const raw = { [answer.low]: first, [answer.high]: last, ...step.raw };
  return { ...step, raw };
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
  return { id, pattern, address: withParameter(pattern, id) };
}

function question(
  raw: Data,
  i: number,
  funnel: Data,
  language: Language,
): RawStep {
  const id = text(raw.id);
  const path = ["questions", i];
  const kind = kindOf(text(raw.page, language.usualQuestion), language);
  return {
    id,
    ...kind,
    raw,
    path,
    alias: null,
    choices: choicesOf(raw.options, path, funnel),
    isQuestion: true,
    pattern: QUESTION,
    address: withParameter(
      QUESTION,
      i === 0 ? text(funnel.start, "start") : `${i + 1}-${id}`,
    ),
    flow: kind.traits.flow,
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
    ...kind,
    raw,
    path,
    alias: null,
    choices: choicesOf(raw.options, path, funnel),
    isQuestion: false,
    pattern,
    address,
    flow: isBrandPages ? "end" : kind.traits.flow,
  };
}

/** The choices under `options`, or those of the option set it names; an unknown set has none. */
export function choicesOf(
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
): Pick<RawStep, "page" | "traits"> {
  const traits = language.traits.pages[page];
  if (traits === undefined) throw new Error(`no schema of a page ${page}`);
  return { page, traits };
}

/**
 * `34-summary` and `{n}-summary` are called `summary`, `offer2_v2_m` is called `offer2-v2-m`; the brand's first page is
 * `home`.
 */
export function idOf(path: string): string {
  if (path === "") return "home";
  return path
    .replace(NUMBERED, "")
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
