import { isGiven } from "../core/basis.ts";
import { type GuardContext, type GuardResult, PASS } from "./guard.ts";

/**
 * Every answer and contact field that the step needs is there; else back to the first page that provides it. Whoever
 * comes back from paying has been through them: where storage is blocked, what became of the payment counts more. So has
 * whoever came to an offer before the funnel was changed: no answer that fits no longer, or is new, leads back from there.
 */
export function prerequisites(context: GuardContext): GuardResult {
  if (context.returned) return PASS;
  const { step, wasOffered } = context;
  const missing = step.needs.find(
    (need) =>
      !isGiven(need, context) &&
      !(wasOffered && step.late === true && need.kind === "answer"),
  );
  return missing === undefined ? PASS : { kind: "redirect", to: missing.from };
}
