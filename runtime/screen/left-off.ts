import type { Funnel, Step, ValueName } from "../../generated/contract.ts";
import { contacts } from "../../generated/traits.ts";
import { answerOf, isQuestion } from "../core/answers.ts";
import type { Told } from "../core/basis.ts";
import { nextStep, stepById } from "../core/flow.ts";
import { own } from "../core/read.ts";

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
  const entry = funnel.entry === null ? null : stepById(funnel, funnel.entry);
  let current = entry;
  // No way is longer than the funnel: a circle ends here.
  for (let hops = 0; current && hops < funnel.steps.length; hops += 1) {
    const isOpen =
      isQuestion(current) && answerOf(answers, current.id) === null;
    const asksContact =
      asking.includes(current) && contactFieldsOf(current).length > 0;
    if (isOpen || asksContact) return current;
    current = nextStep(funnel, current, "next", answers);
  }
  return asking[0] ?? entry;
}

/** The contact fields that a step asks for: one, or several. */
function contactFieldsOf({ page, props }: Step): readonly string[] {
  const given: Readonly<Record<string, unknown>> = Object(props);
  const value = given[own(contacts, page) ?? ""];
  return [value].flat().filter((field) => typeof field === "string");
}
