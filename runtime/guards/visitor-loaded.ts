import { type GuardContext, type GuardResult, PASS } from "./guard.ts";

/** How long a page is held back at most, in milliseconds. */
export const VISITOR_WAIT_MS = 3_000;

/** Visitor info is present, loaded first if need be. An API that fails or hangs keeps nobody out. */
export function visitorLoaded(
  context: GuardContext,
): GuardResult | Promise<GuardResult> {
  if (!context.visitorMissing) return PASS;
  const timeout = context.sleep(VISITOR_WAIT_MS);
  return Promise.race([context.loadVisitor(), timeout]).then(() => PASS);
}
