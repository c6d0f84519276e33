const HEAD = `
import { href, routeOf } from "../../../generated/address.ts";
import type { Funnel } from "../../../generated/contract.ts";
import { stepById } from "../../core/flow.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { ActionLink } from "../../ui/action-link.tsx";

export const used = { href, routeOf, stepById, useFlow, ActionLink };
`;

function page(body: string): string {
  return `${HEAD}export function useIt(funnel: Funnel): unknown {\n  void funnel;\n  return ${body};\n}\n`;
}

/** What a page's code may say, and what it may not, of the funnel in `added.ts`. */
export const PAGE_SNIPPETS = {
  right: {
    "next of a question": page('useFlow<"pair">().go("next")'),
    "accept of an upsell": page('useFlow<"upsell">().go("accept")'),
    "an address": page('href("/quiz", "start")'),
    "a route": page('routeOf("/quiz", "{question}")'),
    "a step": page('stepById(funnel, "mood")'),
    "a link": page('<ActionLink href="/quiz/2-mood?again">Again</ActionLink>'),
  },
  wrong: {
    "accept of a question": page('useFlow<"pair">().go("accept")'),
    "next of an upsell": page('useFlow<"upsell">().go("next")'),
    "a way out of no page": page('useFlow().go("next")'),
    "a page that there is not": page('useFlow<"pears">().back()'),
    "an unknown mount": page('href("/areax", "start")'),
    "an unknown parameter": page('href("/quiz", "2-areax")'),
    "an unknown route": page('routeOf("/quiz", "{areax}")'),
    "an unknown step": page('stepById(funnel, "areax")'),
    "an unknown link": page('<ActionLink href="/areax">There</ActionLink>'),
  },
} as const;

/** Changes to the emitted module of that funnel after which it must not compile: what is replaced, and by what. */
export const MODULE_CHANGES = {
  "an unknown edge": ['"to":"mood"', '"to":"areax"'],
  "an edge of another kind": [
    '{"on":"next","to":"mood"',
    '{"on":"accept","to":"mood"',
  ],
  "an unknown entry": ['entry: "place"', 'entry: "areax"'],
  "an unknown mount": ['mounts: ["/quiz"]', 'mounts: ["/areax"]'],
  "an unknown parameter": ['"path":"2-mood"', '"path":"2-areax"'],
  "an unknown route": ['"pattern":"3-result"', '"pattern":"4-result"'],
} as const;
