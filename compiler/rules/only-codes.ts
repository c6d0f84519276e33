import type { SemanticCode } from "../diagnostics/catalogue.ts";
import { needlessFallback } from "./needless-fallback.ts";
import type { FunnelRule } from "./rule.ts";

/**
 * What rules report that report nothing else. Where a site has switched that off they are not asked: to find the place
 * of a finding takes another reading of its file.
 */
export const onlyCodes: ReadonlyMap<FunnelRule, SemanticCode> = new Map([
  [needlessFallback, "variable/needless-fallback"],
]);
