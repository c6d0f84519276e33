import { list } from "./wording.ts";
import { error, warning, type Entries } from "./wording-entry.ts";

/** An answer that visitors have given: `goal`, or `goal/sleep` for one choice. */
export interface Gone {
  readonly question: string;
  readonly forget: string;
}

/** Findings about visitors who are inside a funnel while it changes; only where an earlier build is given. */
export const live = {
  "live/option-gone": {
    severity: error,
    say: ({
      question,
      value,
      label,
      became,
      forget,
    }: Gone & {
      readonly value: string;
      readonly label: string;
      readonly became: string | null;
    }) => ({
      message: `visitors have answered "${question}" with "${label}", which is stored as "${value}" and is no longer a choice`,
      hint:
        became === null
          ? `write \`was: [${value}]\` at the choice that it became, or \`forget: [${forget}]\` to ask these visitors again`
          : `if "${became}" is the same choice in other words, write \`value: ${value}\` there; else \`forget: [${forget}]\` to ask these visitors again`,
    }),
  },
  "live/question-gone": {
    severity: error,
    say: ({
      question,
      became,
      forget,
    }: Gone & { readonly became: string | null }) => ({
      message: `visitors have answered "${question}", and no step is called that any more`,
      hint:
        became === null
          ? `write \`was: [${question}]\` at the question that it became, or \`forget: [${forget}]\` to let the answers go`
          : `if "${became}" is the same question, write \`was: [${question}]\` there; else \`forget: [${forget}]\` to let the answers go`,
    }),
  },
  "live/kind-changed": {
    severity: error,
    say: ({ question, forget }: Gone) => ({
      message: `visitors have answered "${question}" when it was another kind of question: their answers fit no longer`,
      hint: `give the new question an id of its own, or write \`forget: [${forget}]\` to ask these visitors again`,
    }),
  },
  "live/bounds-narrowed": {
    severity: error,
    say: (p: Gone & { readonly before: string; readonly now: string }) => ({
      message: `visitors could answer "${p.question}" with ${p.before}; now only with ${p.now}`,
      hint: `keep what could be answered, or write \`forget: [${p.forget}]\` to ask visitors again whose answers fit no longer`,
    }),
  },
  "live/need-new": {
    severity: warning,
    say: (p: {
      readonly step: string;
      readonly questions: readonly string[];
    }) => ({
      message: `visitors who are on "${p.step}" or behind it are led back to ${list(p.questions.map((id) => `"${id}"`))}, which they were not asked before`,
      hint: "give what the page shows of it a fallback, `{{ goal | your goal }}`, so that nobody has to go back",
    }),
  },
  "live/address-gone": {
    severity: error,
    say: (p: { readonly address: string; readonly forget: string | null }) => ({
      message: `links lead to ${p.address}, and nothing is there any more`,
      hint: `add a redirect from it in brand.yaml${p.forget === null ? "" : `, or write \`forget: [${p.forget}]\``}`,
    }),
  },
  "live/product-gone": {
    severity: error,
    say: (p: { readonly product: string }) => ({
      message: `"${p.product}" is no longer in the price list, and visitors may be paying for it at this moment`,
      hint: "keep it in the price list, with `retired: true`: then no page sells it, and who has bought it keeps it",
    }),
  },
  "live/experiment-reused": {
    severity: warning,
    say: (p: { readonly experiment: string }) => ({
      message: `the experiment "${p.experiment}" is running, and what it shows has changed: its figures before and after do not belong together`,
      hint: "give the changed experiment a new name",
    }),
  },
} satisfies Entries;
