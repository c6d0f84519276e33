import type { Funnel, Step } from "../../generated/contract.ts";
import type { Answers } from "../core/answers.ts";
import { nextStep } from "../core/flow.ts";
import { isRecord } from "../core/read.ts";

/** The products that a step may sell: on both sides of an experiment, while a countdown runs and afterwards. */
export function soldAt({ props, variant }: Step): readonly string[] {
  return productsIn([props, variant?.props], false);
}

/** The regular product is sold where it is one of several choices; beside a single product it is a price to compare. */
function productsIn(value: unknown, isChoice: boolean): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item) => productsIn(item, isChoice));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner !== "string"
      ? productsIn(inner, true)
      : key === "product" || (key === "regular" && isChoice)
        ? [inner]
        : [],
  );
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
