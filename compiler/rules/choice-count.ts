import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { fromWords } from "../link/number-words.ts";
import { narrow } from "../link/narrow.ts";
import { pathOf, textsOf } from "../link/texts.ts";
import type { FunnelNode } from "../link/program.ts";
import { data, items, number } from "../schema/read.ts";
import { NAMES } from "./claim-texts.ts";
import { problemOf } from "./question-bounds.ts";
import type { FunnelRule } from "./rule.ts";
import { writtenStep } from "./step-span.ts";

/** Behind a number of choices comes the end of what is said, or what is counted; behind others what else is. */
const COUNTED = String.raw`(\d{1,2}|[a-z]+)(?=\s*$|[.,;:!?)]|\s+(?:of|answers?|choices?|options?|things|that|which|if)\b)`;

const MANNERS = [
  { bound: "most", words: "(?:up to|at most|no more than|a maximum of)" },
  { bound: "least", words: "(?:at least|no fewer than|a minimum of)" },
  {
    bound: "most",
    words: "(?:choose|pick|select|tick|mark)(?: (?:your|the)(?: top)?)?",
  },
] as const;

const PATTERNS = MANNERS.map(({ bound, words }) => ({
  bound,
  pattern: new RegExp(String.raw`\b${words} ${COUNTED}`, "i"),
}));

/** Every number of choices comes with one of these words; most texts have none of them. */
const MAY_COUNT =
  /up to|at (?:most|least)|no (?:more|fewer)|maximum|minimum|choose|pick|select|tick|mark/i;

/** "Choose up to three" on a question is as many as it takes. */
export const choiceCount: FunnelRule = (node) => {
  const { funnel, origins, source, traits } = node;
  return funnel.steps.flatMap((step, i): Diagnostic[] => {
    const answer = traits.pages[step.page]?.answer ?? null;
    if (answer?.kind !== "several") return [];
    const { low, high } = answer;
    const props = data(step.props);
    const choices = items(props.options).length;
    const taken = {
      least: number(props[low]) ?? 1,
      most: number(props[high]) ?? choices,
    };
    const written = Object.entries(data(writtenStep(node, i)));
    return written.flatMap(([key, said]) => {
      if (typeof said !== "string" || !MAY_COUNT.test(said)) return [];
      if (NAMES.has(key)) return [];
      const wrong = PATTERNS.flatMap(({ bound, pattern }) => {
        const [words, count = ""] = pattern.exec(said) ?? [];
        const told = fromWords(count);
        return words === undefined || told === null || told === taken[bound]
          ? []
          : [{ words, property: bound === "least" ? low : high, told }];
      })[0];
      if (wrong === undefined) return [];
      const { words, property, told } = wrong;
      // Where the key cannot be right, and the text can, that is the mistake.
      if (told <= choices && problemOf(step, traits)?.key === property)
        return [];
      const at = narrow(source, [...(origins[i] ?? []), key], words);
      const about = { words, property, ...taken };
      return [diagnose("question/other-count", at, about)];
    });
  });
};

/** An answer or a score, and what it is said to be out of. */
const OUT_OF =
  /\{\{\s*([\w.-]+)\s*(?:\|[^{}]*)?\}\}[*_]*\s*((?:out of|\/)\s*(\d{1,4}|[a-z]+))\b/gi;

const MAY_BE_OUT_OF = /\}\}[*_]*\s*(?:out of|\/)/;

/** "4 out of 5" of a scale or a score that goes up to 5. */
export const outOf: FunnelRule = (node) => {
  const { source } = node;
  if (!MAY_BE_OUT_OF.test(source.text)) return [];
  return textsOf(source.data).flatMap(({ text, place }): Diagnostic[] => {
    if (!MAY_BE_OUT_OF.test(text)) return [];
    return [...text.matchAll(OUT_OF)].flatMap(
      ([, name = "", words = "", count = ""]) => {
        const [told, highest] = [fromWords(count), highestOf(name, node)];
        if (told === null || highest === null || told === highest) return [];
        const at = narrow(source, pathOf(place), words);
        return [diagnose("claim/other-scale", at, { words, name, highest })];
      },
    );
  });
};

/** The highest that a score or the answer on a scale can be; null of anything else. */
function highestOf(name: string, { funnel, traits }: FunnelNode) {
  const score = funnel.scores.find(({ id }) => name === `score.${id}`);
  if (score !== undefined) return score.max;
  const step = funnel.steps.find(({ id }) => id === name);
  const answer = traits.pages[step?.page ?? ""]?.answer;
  return answer?.kind === "quantity" && answer.marks !== undefined
    ? number(data(step?.props)[answer.high])
    : null;
}
