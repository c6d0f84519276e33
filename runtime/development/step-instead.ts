import type { Funnel, Step } from "../../generated/contract.ts";
import { stepById } from "../core/flow.ts";

type Steps = Pick<Funnel, "steps">;

/**
 * The step to show in a funnel that was changed while `step` was on the screen: the same; the one that has come to its
 * place, as when it was given another id; the next that is still there, else the one before. Null in an empty funnel.
 */
export function stepInstead(
  before: Steps,
  after: Funnel,
  step: Step,
): Step | null {
  const same = stepById(after, step.id);
  if (same !== null) return same;
  const isKept = ({ id }: Step) => stepById(after, id) !== null;
  const place = before.steps.findIndex(({ id }) => id === step.id);
  const next = before.steps.slice(place + 1).find(isKept);
  const last = before.steps.slice(0, place).filter(isKept).at(-1);
  const from = after.steps.findIndex(({ id }) => id === last?.id);
  const inPlace = after.steps[from + 1];
  const isNew = !before.steps.some(({ id }) => id === inPlace?.id);
  if (inPlace !== undefined && isNew) return inPlace;
  const kept = next ?? last;
  return kept === undefined
    ? (after.steps[0] ?? null)
    : stepById(after, kept.id);
}
