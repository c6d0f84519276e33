import { holds } from "../core/conditions.ts";
import { nextStep, stepById } from "../core/flow.ts";
import { type GuardContext, type GuardResult, PASS } from "./guard.ts";

/**
 * Whoever has said that they are in danger is sold nothing, by whichever way they come to an offer: a link in a mail,
 * an address, a page of an earlier visit, or one that was open when they said so in another tab. They go on where that
 * answer leads. Whoever comes back from paying learns first what became of it.
 */
export function afterDanger({
  funnel,
  step,
  answers,
  returned,
}: Pick<
  GuardContext,
  "funnel" | "step" | "answers" | "returned"
>): GuardResult {
  if (returned) return PASS;
  const facts = { funnel, answers };
  const given = step.notAfter?.find((answer) => holds(answer, facts));
  const asked = given === undefined ? null : stepById(funnel, given.step);
  if (asked === null) return PASS;
  const next = nextStep(funnel, asked, "next", answers) ?? asked;
  return { kind: "redirect", to: next.id };
}
