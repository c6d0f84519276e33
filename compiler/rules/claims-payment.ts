import { diagnose } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { data, text } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";
import { writtenStep } from "./step-span.ts";

/** Words by which a page says that the visitor has paid. "It is paid once" is about a price. */
const CLAIM = new RegExp(
  [
    String.raw`\b(?:that|this|it|all|everything|your [\w-]+) (?:is|has been) paid(?: for)?\b(?! (?:once|by|in|monthly|weekly|yearly|every)\b)`,
    String.raw`\b(?:your |the )?payment (?:has )?(?:went|gone|came|come) through\b`,
    String.raw`\byour (?:order|purchase) (?:is|has been) (?:complete|completed|confirmed)\b`,
    String.raw`\b(?:thank you|thanks) for (?:your (?:order|purchase|payment)|buying|ordering)\b`,
    String.raw`\byou(?:'ve| have) (?:just )?(?:paid|bought)\b(?! nothing)`,
  ].join("|"),
  "i",
);

/** The properties by which pages speak. */
const SAID = ["heading", "text"] as const;

/** A page behind an offer has an address: whoever opens it without having bought must not be told that it is paid. */
export const claimsPayment: FunnelRule = (node) => {
  const { funnel, source, origins, traits } = node;
  return funnel.steps.flatMap(({ page }, i) => {
    const own = traits.pages[page];
    const origin = origins[i];
    if (own === undefined || origin === undefined || own.flow === "forward")
      return [];
    const step = data(writtenStep(node, i));
    const sides = [
      { said: step, path: origin },
      {
        said: data(data(step.experiment).b),
        path: [...origin, "experiment", "b"],
      },
    ];
    return sides.flatMap(({ said, path }) =>
      SAID.flatMap((key) => {
        const words = CLAIM.exec(text(said[key]))?.[0];
        if (words === undefined || own.buyersOnly.includes(key)) return [];
        const at = narrow(source, [...path, key], words);
        const keys = own.buyersOnly;
        return [diagnose("text/claims-payment", at, { words, keys })];
      }),
    );
  });
};
