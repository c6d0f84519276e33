import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { timedPlans } from "../link/timed-plans.ts";
import type { FunnelNode } from "../link/program.ts";
import { isDenied } from "./claim-denied.ts";
import { claimFilter, eachClaim } from "./claim-texts.ts";
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
const ALL_ENDS = new RegExp(ENDS, "gi");

const ENDING = claimFilter(ENDS);

/**
 * An offer that is said to end has to end: by a countdown that changes the price of something that is sold there, or by
 * a code with a last day or a limit that lowers it.
 */
export const claimsEnd: FunnelRule = (node) => {
  const found: Diagnostic[] = [];
  let ending: ReadonlySet<string> | null = null;
  eachClaim(node, ENDING, ({ text, path, sold }) => {
    if (sold.length === 0) return;
    const [words] =
      [...text.matchAll(ALL_ENDS)].find(
        (match) => !isDenied(text, match.index, match[0]),
      ) ?? [];
    if (words === undefined) return;
    const ends = (ending ??= endingIn(node));
    if (sold.some((product) => ends.has(product))) return;
    const at = narrow(node.source, path, words);
    found.push(diagnose("claim/never-ends", at, { words }));
  });
  return found;
};

/** The products whose price does not stay. */
function endingIn({ funnel, traits, codes }: FunnelNode): Set<string> {
  const timed = timedPlans(funnel, traits).changes;
  const limited = codes.filter(
    ({ until, limit }) => until !== null || limit !== null,
  );
  return new Set([
    ...timed.map(({ product }) => product),
    ...limited.flatMap(({ prices }) => Object.keys(prices)),
  ]);
}
