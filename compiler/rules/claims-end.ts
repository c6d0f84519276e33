import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { timedPlans } from "../link/timed-plans.ts";
import { data } from "../schema/read.ts";
import { eachClaim } from "./claim-texts.ts";
import type { FunnelRule } from "./rule.ts";

/** Words by which a page that sells says that its offer will not be there for long, or not for many. */
const ENDS = new RegExp(
  [
    String.raw`\b(?:offer|price|deal|discount|sale)s? (?:ends?|expires?|closes?|disappears?) (?:tonight|today|tomorrow|soon|at midnight|this week|in \d+ (?:minutes?|hours?|days?))\b`,
    String.raw`\b(?:today only|only today|limited[- ]time (?:offer|price|deal|discount)|while (?:stocks?|supplies) lasts?)\b`,
    String.raw`\bonly (?:\d+|one|two|three|four|five|a few) (?:(?:spots?|places?|seats?|copy|copies)(?: (?:left|remaining))?|left|remaining)\b`,
    String.raw`\blast chance to (?:buy|get|save|order|join)\b`,
  ].join("|"),
  "i",
);

/** An offer that is said to end has to end: by a countdown that changes a price, or by a code with a last day or a limit. */
export const claimsEnd: FunnelRule = (node) => {
  const codes = Object.values(data(data(node.source.data).codes)).map(data);
  const ends =
    timedPlans(node.funnel, node.traits).changes.length > 0 ||
    codes.some(
      ({ until, limit }) => until !== undefined || limit !== undefined,
    );
  if (ends) return [];
  const found: Diagnostic[] = [];
  eachClaim(node, ENDS, ({ text, path, sold }) => {
    const words = ENDS.exec(text)?.[0];
    if (words === undefined || sold.length === 0) return;
    const at = narrow(node.source, path, words);
    found.push(diagnose("claim/never-ends", at, { words }));
  });
  return found;
};
