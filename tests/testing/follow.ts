/** One way through a funnel, by the functions that the pages go by. */
import type { Funnel, Step } from "../../generated/contract.ts";
import { walkedPages } from "../../compiler/walk/request.ts";
import { ROOT } from "../../compiler/testing/root.ts";
import { readEnvironment } from "../../compiler/workspace/environment.ts";
import { readAnswer } from "../../runtime/core/answers.ts";
import { answersTo } from "../../runtime/walk/answers-to.ts";
import { type Ground, groundOf } from "../../runtime/walk/scene.ts";
import { entryOf, moveBy, newcomer } from "../../runtime/walk/visit.ts";

/** What somebody answers, by question, and which offers they take, by their path; the first answer there is, else. */
export interface Plan {
  readonly answers?: Readonly<Record<string, string | readonly string[]>>;
  takes(path: string): boolean;
}

const { traits } = readEnvironment(ROOT, "funnels", "").language;

/** A funnel as it can be walked through. */
export function walkable(funnel: Funnel): Ground {
  return groundOf({ funnel, pages: walkedPages(traits), dangers: [] });
}

/** Every step of one way through a funnel, in its order. */
export function follow(funnel: Funnel, plan: Plan): readonly Step[] {
  const ground = walkable(funnel);
  const entry = entryOf(funnel);
  const steps: Step[] = [];
  let visit = entry === null ? null : newcomer(entry);
  while (visit !== null && !steps.includes(visit.step)) {
    const { step } = visit;
    steps.push(step);
    const given = plan.answers?.[step.id];
    const answer =
      readAnswer(step, given) ??
      readAnswer(step, [given].flat()) ??
      answersTo(step)[0] ??
      null;
    const goesOn = step.edges.some(({ on }) => on === "next");
    const on = goesOn ? "next" : plan.takes(step.path) ? "accept" : "decline";
    visit = moveBy(ground, visit, on, goesOn ? answer : null).to;
  }
  return steps;
}
