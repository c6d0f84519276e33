import { list } from "./wording.ts";
import { error, type Entries, type Nothing, warning } from "./wording-entry.ts";

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
      cure,
      losesDanger,
      forget,
    }: Gone & {
      readonly value: string;
      readonly label: string;
      readonly became: string | null;
      /** The key that keeps the answers, at the choice that it became. */
      readonly cure: "value" | "was";
      /** Who has given it was in danger, which the choice that it became does not say. */
      readonly losesDanger: boolean;
    }) => ({
      message: `visitors have answered "${question}" with "${label}", which is stored as "${value}" and is no longer ${became === label ? "the value of any choice" : "a choice"}`,
      hint:
        became === null
          ? `write \`was: [${value}]\`${losesDanger ? " and `danger: true`" : ""} at the choice that it became, or \`forget: [${forget}]\` to ask these visitors again`
          : `if "${became}" is the same choice${became === label ? "" : " in other words"}, write \`${cure}: ${cure === "was" ? `[${value}]` : value}\`${losesDanger ? " and `danger: true`" : ""} there; else \`forget: [${forget}]\` to ask these visitors again`,
    }),
  },
  "live/danger-gone": {
    severity: warning,
    say: (
      p: Gone & {
        readonly value: string;
        readonly label: string;
        /** The choice has another value now, and takes over the answers by `was`. */
        readonly isRenamed: boolean;
      },
    ) => ({
      message: `visitors who have answered "${p.question}" with "${p.label}" may be in danger: without \`danger\` nothing keeps them from what is sold`,
      hint: `write \`danger: true\` there again; if the choice says something else now, ${p.isRenamed ? `take \`${p.value}\` out of its \`was\`` : "give it another `value`, without `was`"}, and write \`forget: [${p.forget}]\` to ask these visitors again`,
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
    say: ({
      question,
      forget,
      measured,
    }: Gone & {
      /** What it measures is another thing: a browser keeps the numbers. */
      readonly measured: boolean;
    }) =>
      measured
        ? {
            message: `visitors have answered "${question}" when it measured something else: their answers are taken for what it measures now`,
            hint: "give the new question an id of its own",
          }
        : {
            message: `visitors have answered "${question}" when it was another kind of question: their answers no longer fit`,
            hint: `give the new question an id of its own, or write \`forget: [${forget}]\` to ask these visitors again`,
          },
  },
  "live/bounds-narrowed": {
    severity: error,
    say: (
      p: Gone & {
        readonly before: string;
        readonly now: string;
        /** Some answers lie between two numbers of now, where a browser keeps them. */
        readonly isBetween: boolean;
      },
    ) => ({
      message: `visitors could answer "${p.question}" with ${p.before}; now only with ${p.now}`,
      hint: p.isBetween
        ? "allow the earlier answers again, or give the question another id: browsers keep answers between the new steps, and later pages do not expect them"
        : `allow the earlier answers again, or write \`forget: [${p.forget}]\` to ask again where an answer no longer fits`,
    }),
  },
  "live/need-new": {
    severity: warning,
    say: (p: {
      readonly step: string;
      readonly values: readonly string[];
    }) => ({
      message: `visitors on "${p.step}" or after it are led back to ${list(p.values)}, which they were not asked before`,
      hint: "they answer once, and go on. To lead nobody back, show the answer only on an offer or after one, with a fallback: `{{ goal | your goal }}`",
    }),
  },
  "live/no-fallback": {
    severity: error,
    say: (p: { readonly step: string; readonly written: string }) => ({
      message: `visitors who already saw an offer can open "${p.step}" without an answer for \`${p.written}\`: the text is left with a gap`,
      hint: "give it a fallback, `{{ goal | your goal }}`, or move the text into a section, which is left out where something is missing",
    }),
  },
  "live/funnel-gone": {
    severity: error,
    say: (p: {
      readonly key: string;
      readonly became: string;
      readonly mount: string;
      readonly forget: string;
    }) => ({
      message: `visitors are inside "${p.key}", whose address ${p.mount} belongs to "${p.became}" now: their answers are stored under the old name, and are lost`,
      hint: `give the file its old name, whatever its address is; or write \`forget: [${p.forget}]\` to let the answers go`,
    }),
  },
  "live/address-gone": {
    severity: error,
    say: (p: {
      readonly address: string;
      readonly isMount: boolean;
      /** Names by which links led to a page that is there still. */
      readonly was: readonly string[] | null;
      readonly forget: string | null;
    }) => ({
      message: `links lead to ${p.address}, and nothing is there any more`,
      hint: [
        p.isMount ? "keep it behind the new one under `mounts`" : null,
        p.was === null
          ? null
          : `write \`was: [${p.was.join(", ")}]\` at its page`,
        p.isMount || p.was !== null
          ? null
          : "add a redirect from it in brand.yaml",
        p.forget === null ? null : `write \`forget: [${p.forget}]\``,
      ]
        .filter((way) => way !== null)
        .join(", or "),
    }),
  },
  "live/host-gone": {
    severity: error,
    say: (p: { readonly host: string; readonly shown: string }) => ({
      message: `links lead to the host "${p.host}", which belongs to no brand any more: "${p.shown}" is shown there`,
      hint: "keep it among the `hosts` of its brand, or let it lead to another host by `redirectedHosts` in site.yaml",
    }),
  },
  "live/product-gone": {
    severity: error,
    say: (p: {
      readonly product: string;
      /** What is gone is its price behind a countdown alone. */
      readonly isRegular: boolean;
      readonly forget: string;
    }) =>
      p.isRegular
        ? {
            message: `the \`regular\` price of "${p.product}" is no longer in the price list, and visitors may be paying it at this moment`,
            hint: `keep it, or write \`forget: [${p.forget}]\` in a funnel once nobody pays it any more`,
          }
        : {
            message: `"${p.product}" is no longer in the price list, and visitors may be paying for it at this moment`,
            hint: "keep it in the price list, with `retired: true`: then no page sells it, and whoever has bought it keeps it",
          },
  },
  "live/not-compared": {
    severity: warning,
    say: (_: Nothing) => ({
      message:
        "this file has mistakes, so it is not known what it changes for visitors who are on their way",
      hint: "mend them, and compare with the earlier build again",
    }),
  },
  "live/experiment-reused": {
    severity: warning,
    say: (p: { readonly experiment: string }) => ({
      message: `the experiment "${p.experiment}" is running, and what it shows has changed: its figures from before and after belong to two different tests`,
      hint: "give the changed experiment a new name",
    }),
  },
} satisfies Entries;
