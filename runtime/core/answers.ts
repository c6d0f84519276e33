import { nameOf } from "./discretion.ts";
import type {
  AnswerKind,
  Funnel,
  Option,
  Step,
} from "../../generated/contract.ts";
import { answers } from "../../generated/traits.ts";
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

/** Reads stored answers, without those to unknown steps, or that no longer fit their question. */
export function readAnswers(funnel: Funnel, value: unknown): Answers {
  const kept: [string, Answer][] = [];
  for (const { step, answer } of storedAnswers(funnel, value))
    if (answer !== null) kept.push([step.id, answer]);
    else logWarning(`a stored answer to ${nameOf(step)} is dropped`);
  return Object.fromEntries(kept);
}

/** The questions whose stored answers fit no longer. */
export function outgrown(funnel: Funnel, value: unknown): readonly Step[] {
  return storedAnswers(funnel, value).flatMap(({ step, answer }) =>
    answer === null ? [step] : [],
  );
}

/** What is stored, without the answers to some questions. */
export function withoutAnswersTo(
  questions: readonly Step[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  const names = new Set(questions.flatMap(namesOf));
  return Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).filter(
      ([id]) => !names.has(id),
    ),
  );
}

/** What is stored that this page cannot read, as it is: answers to what it does not ask, or that fit none of its questions. */
export function unreadAnswers(
  funnel: Funnel,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const read = storedAnswers(funnel, value).flatMap(({ step, answer }) =>
    answer === null ? [] : [step],
  );
  return withoutAnswersTo(read, value);
}

/** A step's id, and those that it had. */
function namesOf({ id, was = [] }: Step): readonly string[] {
  return [id, ...was];
}

/** What is stored for the steps of today, under any of their names; null for what fits no longer. */
function storedAnswers(funnel: Funnel, value: unknown) {
  if (!isRecord(value)) return [];
  return funnel.steps.flatMap((step) => {
    const stored = namesOf(step)
      .map((id) => own(value, id))
      .find((one) => one !== undefined);
    return stored === undefined
      ? []
      : [{ step, answer: readAnswer(step, stored) }];
  });
}

/** Reads one answer; null when the question cannot have it. Numbers may come as text. */
export function readAnswer(step: Step, value: unknown): Answer | null {
  const { kind, min, max } = answerTo(step);
  switch (kind) {
    case "one":
      return readOption(step, value);
    case "several":
      // Choosing nothing is an answer where nothing has to be chosen.
      return readOptions(step, value, min === 0);
    case "quantity":
      return readWithin(min, max, value);
    case "day":
    case "words":
    case undefined:
      return readWords(step, value);
  }
}

/** Whether a step asks something that is kept as an answer. */
export function isQuestion({ page }: Step): boolean {
  return own(answers, page) !== undefined;
}

interface AnswerTo {
  /** Undefined for a step that asks nothing. */
  readonly kind: AnswerKind | undefined;
  readonly min: number;
  readonly max: number;
}

/** How a step is answered, with the least and the most that it takes; without end where its page says nothing. */
export function answerTo({ page, props }: Step): AnswerTo {
  const [kind, low = "", high = ""] = own(answers, page) ?? [];
  const given: Readonly<Record<string, unknown>> = Object(props);
  return {
    kind,
    min: readNumber(given[low]) ?? -Infinity,
    max: readNumber(given[high]) ?? Infinity,
  };
}

/** The options of a step; null when it has none. */
export function optionsOf({
  props,
}: Pick<Step, "props">): readonly Option[] | null {
  return "options" in props ? props.options : null;
}

/** The choices of a step by the values that were ever stored for them, as the value of today. */
function valuesOf(step: Step): Map<unknown, string> {
  const options = optionsOf(step) ?? [];
  return new Map([
    ...options.flatMap(({ value, was = [] }) =>
      was.map((old) => [old, value] as const),
    ),
    ...options.map(({ value }) => [value, value] as const),
  ]);
}

function readOption(step: Step, value: unknown): string | null {
  return valuesOf(step).get(value) ?? null;
}

function readOptions(
  step: Step,
  value: unknown,
  mayBeNone: boolean,
): readonly string[] | null {
  const known = valuesOf(step);
  if ("none" in step.props) known.set(NONE, NONE);
  if (!Array.isArray(value)) return null;
  if (value.length === 0) return mayBeNone ? [] : null;
  const chosen = value.flatMap((item) => known.get(item) ?? []);
  return chosen.length === value.length ? [...new Set(chosen)] : null;
}

function readWords({ props }: Step, value: unknown): string | null {
  const text = readText(
    value,
    "maxLength" in props ? props.maxLength : TEXT_MAX,
  );
  return text === "" ? null : text;
}

function readWithin(min: number, max: number, value: unknown): number | null {
  const number =
    typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const read = readNumber(number);
  return read !== null && read >= min && read <= max ? read : null;
}
