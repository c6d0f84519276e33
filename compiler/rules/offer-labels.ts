import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import { isAliasAt } from "../link/raw-steps.ts";
import type { FunnelNode } from "../link/program.ts";
import { valueAt } from "../schema/json-pointer.ts";
import { data, text } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";

const ACCEPT = "acceptLabel";
const DECLINE = "declineLabel";

/** Words by which somebody says no, whatever follows: "No, thanks", "Not now", "I will manage without". */
const NO =
  /^(?:no|nope|no thank you|decline|skip|skip (?:it|this)|later|maybe later)[.!]?$|^no,? (?:thanks|thank you)\b|^not (?:now|today|yet|for me|this time|interested)\b|\b(?:go on|manage|continue) without(?: it)?[.!]?$/i;

/** Words by which somebody says yes. */
const YES =
  /^(?:yes|yes,? please|ok|okay|accept|buy|pay)[.!]?$|^(?:yes,? )?(?:add|buy|get|order|book) (?:it|this|a|an|my|the)\b/i;

/** Whoever taps on "No, thanks" is not charged, and whoever taps on "Add it" does not decline. */
export const offerLabels: FunnelRule = (node) =>
  node.origins.flatMap((path, i) => {
    if (isAliasAt(path) || node.origins.indexOf(path) !== i) return [];
    return [
      ...ofPlace(path, path, node),
      ...ofPlace([...path, "experiment", "b"], path, node),
    ];
  });

/** @param page where a label stands that this place does not change */
function ofPlace(place: Path, page: Path, node: FunnelNode): Diagnostic[] {
  const { source } = node;
  const own = data(valueAt(source.data, place));
  const labelOf = (key: string) =>
    text(own[key]) || text(data(valueAt(source.data, page))[key]);
  const [accept, decline] = [labelOf(ACCEPT), labelOf(DECLINE)];
  const found = (key: string, says: "no" | "yes" | "same", words: string) =>
    diagnose("offer/labels", source.span([...place, key], "value"), {
      says,
      words,
    });
  if (own[ACCEPT] !== undefined && NO.test(accept.trim()))
    return [found(ACCEPT, "no", accept)];
  if (own[DECLINE] === undefined) return [];
  if (accept !== "" && accept.trim() === decline.trim())
    return [found(DECLINE, "same", decline)];
  return YES.test(decline.trim()) ? [found(DECLINE, "yes", decline)] : [];
}
