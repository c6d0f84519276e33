import type { Condition } from "../../generated/contract.ts";
import { type Answer, answerOf } from "./answers.ts";
import { type Facts, scoreOf } from "./score.ts";

/** Whether a condition holds on the answers so far; null always holds. */
export function holds(condition: Condition | null, facts: Facts): boolean {
  if (condition === null) return true;
  switch (condition.kind) {
    case "all":
      return condition.of.every((part) => holds(part, facts));
    case "any":
      return condition.of.some((part) => holds(part, facts));
    case "not":
      return !holds(condition.of, facts);
    case "answer":
      return isAmong(answerOf(facts.answers, condition.step), condition.in);
    case "range":
      return isWithin(numberOf(condition, facts), condition.min, condition.max);
    case "band":
      return condition.in.includes(scoreOf(facts, condition.score).band.id);
  }
}

function isAmong(answer: Answer | null, values: readonly string[]): boolean {
  if (answer === null) return false;
  const given = typeof answer === "object" ? answer : [String(answer)];
  return given.some((value) => values.includes(value));
}

function numberOf(
  { of, id }: Extract<Condition, { kind: "range" }>,
  facts: Facts,
): number | null {
  if (of === "score") return scoreOf(facts, id).value;
  const answer = answerOf(facts.answers, id);
  return typeof answer === "number" ? answer : null;
}

function isWithin(
  value: number | null,
  min: number | null,
  max: number | null,
): boolean {
  return (
    value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity)
  );
}
