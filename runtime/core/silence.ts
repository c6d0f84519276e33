import type { Funnel } from "../../generated/contract.ts";
import type { Answers } from "./answers.ts";
import { holds } from "./conditions.ts";

/** Whether the answers lead to a page after which the visitor's way itself tells one of them: nothing more is told. */
export function isSilenced(funnel: Funnel, answers: Answers): boolean {
  const last = new Set<string>(
    funnel.steps.flatMap(({ id, sensitive }) =>
      sensitive === "last" ? [id] : [],
    ),
  );
  if (last.size === 0) return false;
  return funnel.steps.some(({ edges }) =>
    edges.some(
      ({ to, when }) =>
        last.has(to) && when !== null && holds(when, { funnel, answers }),
    ),
  );
}
