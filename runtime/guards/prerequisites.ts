import { isGiven } from "../core/basis.ts";
import { type GuardContext, type GuardResult, PASS } from "./guard.ts";

/**
 * Every answer and contact field that the step needs is there; else back to the first page that provides it. Whoever
 * comes back from paying has been through them: where storage is blocked, what became of the payment counts more.
 */
export function prerequisites(context: GuardContext): GuardResult {
  if (context.returned) return PASS;
  const missing = context.step.needs.find((need) => !isGiven(need, context));
  return missing === undefined ? PASS : { kind: "redirect", to: missing.from };
}
