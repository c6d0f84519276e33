import type { Funnel, HandoverPlan, HandoverStep, PrerenderRequest, Step } from "../../generated/contract.ts";
import { stepById, stepPath } from "../core/flow.ts";
import { journeyKey } from "../core/journey.ts";

/** How many steps behind the first one travel in the document. */
const TEMPLATES = 2;

/**
 * What the hand-over script may do from this page on: the steps whose next one is certain from the tap alone.
 * Null where the first step is none of them.
 */
export function plan({ funnel, mount, step }: PrerenderRequest): HandoverPlan | null {
  const first = handed(funnel, mount, step);
  if (first === null) return null;
  const steps: Record<string, HandoverStep> = { [stepPath(mount, step)]: first };
  // The nearest first: the list grows while it is walked.
  const ahead = [first];
  for (const { next } of ahead)
    for (const address of Object.values(next)) {
      const target = funnel.steps.find((candidate) => stepPath(mount, candidate) === address);
      if (target === undefined || address in steps || Object.keys(steps).length > TEMPLATES) continue;
      const step = handed(funnel, mount, target) ?? standing(target);
      steps[address] = step;
      ahead.push(step);
    }
  return { key: journeyKey(funnel), steps: withTemplatesOnly(steps) };
}

/** A step that can be shown but not left before React is there. */
function standing(step: Step): HandoverStep {
  return { id: step.id, title: plainTitle(step), next: {} };
}

function handed(funnel: Funnel, mount: string, step: Step): HandoverStep | null {
  const values = tapValues(step);
  if (values === null) return null;
  const next: Record<string, string> = {};
  for (const value of values) {
    const target = certainNext(funnel, step, value);
    // A page that shows the visitor's own words is different for everybody: it waits for React.
    if (target !== null && !target.personal && target.progress !== null) next[value] = stepPath(mount, target);
  }
  return { id: step.id, title: plainTitle(step), next };
}

/** What one tap on the step can mean; null when it takes more than a tap. */
function tapValues(step: Step): readonly string[] | null {
  switch (step.page) {
    case "single":
      return step.props.options.map((option) => option.value);
    case "info":
      return [""];
    default:
      return null;
  }
}

/** The next step, when nothing but this answer decides it. */
function certainNext(funnel: Funnel, step: Step, value: string): Step | null {
  for (const { on, when, to } of step.edges) {
    if (on !== "next") continue;
    if (when === null) return stepById(funnel, to);
    if (when.kind !== "answer" || when.step !== step.id) return null;
    if (when.in.includes(value)) return stepById(funnel, to);
  }
  return null;
}

function plainTitle({ title }: Step): string {
  return typeof title === "string" ? title : title.map((part) => (typeof part === "string" ? part : "")).join("");
}

/** Ways to steps that are not in the document are left out: such a tap is kept for React. */
function withTemplatesOnly(steps: Record<string, HandoverStep>): Record<string, HandoverStep> {
  return Object.fromEntries(
    Object.entries(steps).map(([address, step]) => [
      address,
      { ...step, next: Object.fromEntries(Object.entries(step.next).filter(([, to]) => to in steps)) },
    ]),
  );
}
