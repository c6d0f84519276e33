import type {
  AnswerKind,
  Funnel,
  Option,
  Step,
} from "../../generated/contract.ts";
import { answerKinds, bounds } from "../../generated/traits.ts";
import { logWarning } from "./log.ts";
import { isRecord, own, readNumber, readText } from "./read.ts";

/** Option value or text, number, or several option values. */
export type Answer = string | number | readonly string[];
/** Answers by step id. */
export type Answers = Readonly<Record<string, Answer>>;

/** The value of the exclusive choice of a question with several answers. */
export const NONE = "none";

const TEXT_MAX = 500;

/** The answer to a step, null when there is none. */
export function answerOf(answers: Answers, stepId: string): Answer | null {
  return own(answers, stepId) ?? null;
}

/** Reads stored answers: those to unknown steps, or that no longer fit their question, are dropped. */
export function readAnswers(funnel: Funnel, value: unknown): Answers {
  if (!isRecord(value)) return {};
  const kept: [string, Answer][] = [];
  for (const step of funnel.steps) {
    const stored = own(value, step.id);
    const answer = readAnswer(step, stored);
    if (answer !== null) kept.push([step.id, answer]);
    else if (stored !== undefined)
      logWarning(`a stored answer to ${step.id} is dropped`);
  }
  return Object.fromEntries(kept);
}

/** Reads one answer; null when the question cannot have it. Numbers may come as text. */
export function readAnswer(step: Step, value: unknown): Answer | null {
  switch (answerKindOf(step)) {
    case "one":
      return readOption(step, value);
    case "several":
      return readOptions(step, value);
    case "quantity":
      return readWithin(boundsOf(step), value);
    default:
      return readWords(step, value);
  }
}

/** How a step is answered; undefined for one that asks nothing. */
export function answerKindOf({ page }: Step): AnswerKind | undefined {
  return own(answerKinds, page);
}

/** The options of a step; null when it has none. */
export function optionsOf({ props }: Step): readonly Option[] | null {
  return "options" in props ? props.options : null;
}

function valuesOf(step: Step): Set<unknown> {
  return new Set(optionsOf(step)?.map((option) => option.value));
}

function readOption(step: Step, value: unknown): string | null {
  return typeof value === "string" && valuesOf(step).has(value) ? value : null;
}

function readOptions(step: Step, value: unknown): readonly string[] | null {
  const known = valuesOf(step);
  if ("none" in step.props) known.add(NONE);
  if (!Array.isArray(value)) return null;
  // Choosing nothing is an answer where nothing has to be chosen.
  if (value.length === 0) return boundsOf(step).min === 0 ? [] : null;
  const chosen = value.filter((item): item is string => known.has(item));
  return chosen.length === value.length ? [...new Set(chosen)] : null;
}

function readWords({ props }: Step, value: unknown): string | null {
  const text = readText(
    value,
    "maxLength" in props ? props.maxLength : TEXT_MAX,
  );
  return text === "" ? null : text;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** The least and the most that a question takes; without end where its page says nothing. */
function boundsOf({ page, props }: Step): Range {
  const [low, high] = own(bounds, page) ?? [];
  const at = (key: string | undefined): unknown =>
    key === undefined ? null : Reflect.get(props, key);
  return {
    min: readNumber(at(low)) ?? -Infinity,
    max: readNumber(at(high)) ?? Infinity,
  };
}

function readWithin({ min, max }: Range, value: unknown): number | null {
  const number =
    typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const read = readNumber(number);
  return read !== null && read >= min && read <= max ? read : null;
}
