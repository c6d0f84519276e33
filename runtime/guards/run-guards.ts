import type { Step } from "../../generated/contract.ts";
import type { GuardContext, GuardResult } from "./guard.ts";
import { PASS } from "./guard.ts";
import { guards } from "./registry.ts";

/** Whether a step is shown to some alone. */
export function isGuarded({ guards: ids, notAfter }: Step): boolean {
  return ids.length > 0 || notAfter !== undefined;
}

/** Runs the guards of a step in their order; the first that redirects decides. */
export function runGuards(
  context: GuardContext,
  from = 0,
): GuardResult | Promise<GuardResult> {
  for (const [index, id] of context.step.guards.entries()) {
    if (index < from) continue;
    const result = guards[id](context);
    if (result instanceof Promise) {
      return result.then((late) =>
        late.kind === "redirect" ? late : runGuards(context, index + 1),
      );
    }
    if (result.kind === "redirect") return result;
  }
  return PASS;
}
