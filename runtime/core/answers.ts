import type { Funnel, Option, Step } from "../../generated/contract.ts";
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
  const options = optionsOf(step);
  if (options !== null) return readChoice(step, options, value);
  const range = rangeOf(step);
  if (range !== null) return readWithin(range, value);
  const text = readText(
    value,
    "maxLength" in step.props ? step.props.maxLength : TEXT_MAX,
  );
  return text === "" ? null : text;
}

/** The options of a step; null when it has none. */
export function optionsOf({ props }: Step): readonly Option[] | null {
  return "options" in props ? props.options : null;
}

function readChoice(
  step: Step,
  options: readonly Option[],
  value: unknown,
): Answer | null {
  const known = new Set(options.map((option) => option.value));
  if ("min" in step.props) {
    if ("none" in step.props) known.add(NONE);
    if (!Array.isArray(value)) return null;
    // Choosing nothing is an answer where nothing has to be chosen.
    if (value.length === 0) return step.props.min === 0 ? [] : null;
    const chosen = value.filter((item): item is string => known.has(item));
    return chosen.length === value.length ? [...new Set(chosen)] : null;
  }
  return typeof value === "string" && known.has(value) ? value : null;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** The bounds of a numeric question; null for any other. */
function rangeOf({ props }: Step): Range | null {
  if ("from" in props) return { min: props.from, max: props.to };
  if ("measure" in props)
    return { min: props.min ?? -Infinity, max: props.max ?? Infinity };
  if ("step" in props) return { min: props.min, max: props.max };
  return null;
}

function readWithin({ min, max }: Range, value: unknown): number | null {
  const number =
    typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const read = readNumber(number);
  return read !== null && read >= min && read <= max ? read : null;
}
