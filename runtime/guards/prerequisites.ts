import { isGiven } from "../core/basis.ts";
import { type GuardContext, type GuardResult, PASS } from "./guard.ts";

/**
 * Every answer and contact field that the step needs is there; else back to the first page that provides it. Whoever
 * comes back from paying has been through them: where storage is blocked, what became of the payment counts more. So has
 * whoever came to an offer before the funnel was changed: neither an answer that fits no longer nor anything that is newly
 * asked for leads back from there.
 */
export function prerequisites(context: GuardContext): GuardResult {
  if (context.returned) return PASS;
  const { step, wasOffered } = context;
  if (wasOffered && step.late === true) return PASS;
  const missing = step.needs.find((need) => !isGiven(need, context));
  return missing === undefined ? PASS : { kind: "redirect", to: missing.from };
}
