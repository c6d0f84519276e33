import type { Funnel, Step } from "../../generated/contract.ts";
import type { Answers } from "../core/answers.ts";
import { nextStep } from "../core/flow.ts";
import { soldBy } from "./plan.ts";

/** The products that a step may sell: on both sides of an experiment, while a countdown runs and afterwards. */
export function soldAt({ props, variant }: Step): readonly string[] {
  return [props, ...(variant === null ? [] : [variant.props])].flatMap(soldIn);
}

function soldIn(props: Step["props"]): readonly string[] {
  const sections = "sections" in props ? (props.sections ?? []) : [];
  return [
    ...("product" in props ? [props.product] : []),
    ...("gifts" in props ? props.gifts.map(({ product }) => product) : []),
    ...sections.flatMap((section) =>
      "plans" in section ? section.plans.flatMap(soldBy) : [],
    ),
  ];
}

/** The products that lead to a step when they are bought, as the visitor has answered. */
export function leadingTo(
  funnel: Funnel,
  { id }: Step,
  answers: Answers,
): readonly string[] {
  return funnel.steps.flatMap((from) =>
    nextStep(funnel, from, "accept", answers)?.id === id ? soldAt(from) : [],
  );
}
