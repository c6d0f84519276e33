import type { Step, Text } from "../../generated/contract.ts";
import { writtenDayWords } from "../../generated/day-words.ts";
import { unitOf } from "./unit.ts";
import { type Answer, answerTo, NONE, optionsOf } from "./answers.ts";

const UNITS = { height: "cm", weight: "kg" } as const;

/** What a visitor has answered, in their words; null where that is nothing: not asked, or nothing chosen. */
export function labelOfAnswer(
  step: Step | undefined,
  answer: Answer | null,
  fill: (text: Text) => string,
): string | null {
  if (step === undefined || answer === null) return null;
  const isEmpty = typeof answer === "object" && answer.length === 0;
  return isEmpty ? null : answerLabel(step, answer, fill);
}

/**
 * An answer in the visitor's words: option labels ("a, b and c", "a, or so; b"), a number with its unit on one line, a
 * date written out, or the text itself. `fill` turns labels into strings.
 */
export function answerLabel(
  step: Step,
  answer: Answer,
  fill: (text: Text) => string,
): string {
  if (typeof answer === "number") return numberLabel(step, answer, fill);
  const values = typeof answer === "string" ? [answer] : answer;
  return enumerate(values.map((value) => choiceLabel(step, value, fill)));
}

function choiceLabel(
  step: Step,
  value: string,
  fill: (text: Text) => string,
): string {
  const option = optionsOf(step)?.find(
    (candidate) => candidate.value === value,
  );
  if (option !== undefined) return fill(option.label);
  if (value === NONE && "none" in step.props && step.props.none !== undefined) {
    return fill(step.props.none);
  }
  return answerTo(step).kind === "day" ? dateLabel(value) : value;
}

function numberLabel(
  { props }: Step,
  value: number,
  fill: (text: Text) => string,
): string {
  const number = String(value);
  if ("measure" in props && props.measure !== "number")
    return `${number}\u00a0${UNITS[props.measure]}`;
  if (!("unit" in props) || props.unit === undefined) return number;
  const { unit, singular } = props;
  return `${number}\u00a0${fill(unitOf(value, { unit, singular }))}`;
}

function dateLabel(value: string): string {
  return Number.isNaN(Date.parse(`${value}T00:00:00Z`))
    ? value
    : writtenDayWords(value);
}

/** Where a label holds a comma or an "and" of its own, semicolons say where each ends. */
function enumerate(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  if (items.length < 2) return last;
  return items.some((item) => /,| and /.test(item))
    ? items.join("; ")
    : `${items.slice(0, -1).join(", ")} and ${last}`;
}
