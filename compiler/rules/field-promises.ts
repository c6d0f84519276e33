import { diagnose } from "../diagnostics/diagnostic.ts";
import { eachText } from "../link/each-text.ts";
import { narrow } from "../link/narrow.ts";
import type { FunnelNode } from "../link/program.ts";
import { data, items, text } from "../schema/read.ts";
import { SENT_ANSWERS } from "../shared/privacy.ts";
import type { FunnelRule } from "./rule.ts";
import { writtenStep } from "./step-span.ts";

const NOT = String.raw`(?:never|not|don['’]t|won['’]t)`;
const KEPT = String.raw`(?:sent|send|stored?|saved?|record(?:ed)?|collect(?:ed)?|kept|keep|transmit(?:ted)?|upload(?:ed)?|pass(?:ed)? (?:it |this )?on)`;
const HERE = String.raw`(?:browser|device|phone|computer|tab)\b`;
const STAYS = String.raw`(?:stays?|remains?|is kept|never leaves?|does not leave|doesn['’]t leave)\b`;

/** Of what is typed into a field, or of what it is called, that nobody else gets it. */
const OF_FIELD = new RegExp(
  [
    String.raw`\b(?:we|it is|this is|that is|it's|it will be|this will be)\s+(?:\w+\s+)?${NOT}\s+(?:ever\s+|be\s+)?${KEPT}\s*(?:this|it|that|anywhere|what you (?:type|write|enter)|[.!,]|$)`,
    String.raw`\b(?:this|it|that)\s+(?:is|will be|gets?)\s+${NOT}\s+(?:ever\s+|be\s+)?${KEPT}\b`,
  ].join("|"),
  "i",
);
/** Every such promise has one of these words; most texts have none of them. */
const MAY_PROMISE = /stay|remain|leave|never|\bnot\b|n['’]t\b|kept/i;

/** What is asked and stored is not said to stay where it is typed, nor to be kept by nobody. */
export const fieldPromises: FunnelRule = (node) =>
  node.funnel.steps.flatMap((step, i) => {
    const fields = fieldsOf(step, node);
    const path = node.origins[i];
    if (fields.length === 0 || path === undefined) return [];
    const named = new RegExp(
      String.raw`\byour (?:${fields.join("|")})(?: address)?\b[^.!?\n]{0,40}\b${STAYS}[^.!?\n]{0,40}\b${HERE}|\byour (?:${fields.join("|")})\s+(?:is|will be)\s+${NOT}\s+(?:ever\s+|be\s+)?sent\b`,
      "i",
    );
    const found: { words: string; at: readonly (string | number)[] }[] = [];
    eachText(writtenStep(node, i), path, (said, at) => {
      if (!MAY_PROMISE.test(said)) return;
      const words = (named.exec(said) ?? OF_FIELD.exec(said))?.[0];
      if (words !== undefined)
        found.push({ words: words.replace(/[.!,\s]+$/, ""), at: [...at] });
    });
    return found.map(({ words, at }) =>
      diagnose("privacy/contradicts", narrow(node.source, at, words), {
        words,
        facts: `what is given here is sent, and stored with the contact`,
      }),
    );
  });

/** What of a step reaches the server, as its texts call it. */
function fieldsOf(
  { id, page, props }: FunnelNode["funnel"]["steps"][number],
  { traits }: FunnelNode,
): string[] {
  const { answer = null, contact = null } = traits.pages[page] ?? {};
  if (answer !== null && SENT_ANSWERS.some((sent) => sent === id)) return [id];
  if (contact === null) return [];
  const asked = data(props)[contact];
  return typeof asked === "string"
    ? [asked]
    : items(asked).map((name) => text(name));
}
