import type { Funnel, Step, ValueName } from "../../generated/contract.ts";
import { contacts } from "../../generated/traits.ts";
import { answerOf, isQuestion } from "./answers.ts";
import type { Told } from "./basis.ts";
import { stepById, wayThrough } from "./flow.ts";
import { own } from "./read.ts";

/** The steps that ask for what is missing, in the order of the funnel. */
export function askingFor(
  { steps }: Funnel,
  missing: readonly ValueName[],
): readonly Step[] {
  return steps.filter((step) => {
    const told = [
      ...(isQuestion(step) ? [`answer.${step.id}`] : []),
      ...contactFieldsOf(step).map((field) => `contact.${field}`),
    ];
    return missing.some((name) => told.includes(name));
  });
}

/**
 * Where a visitor who lacks something goes on: the first step on their way that they have not answered, else the entry;
 * null only where the funnel has no quiz.
 */
export function leftOff(
  funnel: Funnel,
  missing: readonly ValueName[],
  { answers }: Told,
): Step | null {
  const asking = askingFor(funnel, missing);
  for (const step of wayThrough(funnel, () => answers)) {
    const isOpen = isQuestion(step) && answerOf(answers, step.id) === null;
    const asksContact =
      asking.includes(step) && contactFieldsOf(step).length > 0;
    if (isOpen || asksContact) return step;
  }
  const [first] = asking;
  return (
    first ?? (funnel.entry === null ? null : stepById(funnel, funnel.entry))
  );
}

/** The contact fields that a step asks for: one, or several. */
function contactFieldsOf({ page, props }: Step): readonly string[] {
  const given: Readonly<Record<string, unknown>> = Object(props);
  const value = given[own(contacts, page) ?? ""];
  return [value].flat().filter((field) => typeof field === "string");
}
