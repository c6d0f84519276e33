import { isDeepStrictEqual } from "node:util";
import type { FunnelNode } from "../link/program.ts";
import type { LiveFunnel } from "./shape.ts";

/** A funnel before and now. */
export interface Compared {
  readonly before: LiveFunnel;
  readonly now: LiveFunnel;
  readonly node: FunnelNode;
  /** What the content gives up on purpose. */
  readonly forgotten: ReadonlySet<string>;
}

/** The position of the step that has an id, or had it; -1 when it is gone. */
export function positionNow(id: string, { funnel }: FunnelNode): number {
  const same = funnel.steps.findIndex((step) => step.id === id);
  return same === -1
    ? funnel.steps.findIndex(({ was }) => was?.includes(id) === true)
    : same;
}

/** The position of the new step that a question which is gone has most likely become; -1 where none is like it. */
export function becomeOf(
  id: string,
  { before, now, node }: Omit<Compared, "forgotten">,
): number {
  const place = before.steps.findIndex((step) => step.id === id);
  const answer = before.steps[place]?.answer;
  const known = new Set(before.steps.map((step) => step.id));
  const fresh = now.steps.flatMap((step, i) => {
    const { was = [] } = node.funnel.steps[i] ?? {};
    const isNew = [step.id, ...was].every((name) => !known.has(name));
    return isNew && step.answer?.kind === answer?.kind ? [i] : [];
  });
  const alike = fresh.filter((i) =>
    isDeepStrictEqual(now.steps[i]?.answer, answer),
  );
  const [only = -1, ...others] = alike.length > 0 ? alike : fresh;
  if (others.length === 0) return only;
  return alike.includes(place) ? place : -1;
}
