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
      forget,
    }: Gone & {
      readonly value: string;
      readonly label: string;
      readonly became: string | null;
      /** The key that keeps the answers, at the choice that it became. */
      readonly cure: "value" | "was";
    }) => ({
      message: `visitors have answered "${question}" with "${label}", which is stored as "${value}" and is no longer ${became === label ? "the value of any choice" : "a choice"}`,
      hint:
        became === null
          ? `write \`was: [${value}]\` at the choice that it became, or \`forget: [${forget}]\` to ask these visitors again`
          : `if "${became}" is the same choice${became === label ? "" : " in other words"}, write \`${cure}: ${cure === "was" ? `[${value}]` : value}\` there; else \`forget: [${forget}]\` to ask these visitors again`,
    }),
  },
  "live/danger-gone": {
    severity: warning,
    say: ({ question, label }: { question: string; label: string }) => ({
      message: `visitors have answered "${question}" with "${label}", and were led to help: without \`danger\` they are sold what others are`,
      hint: "write `danger: true` there again; if the choice says something else now, give it another `value`",
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
            message: `visitors have answered "${question}" when it was another kind of question: their answers fit no longer`,
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
        ? "keep what could be answered, or give the question an id of its own: answers between the new steps are kept, and what follows is not made for them"
        : `keep what could be answered, or write \`forget: [${p.forget}]\` to ask visitors again whose answers fit no longer`,
    }),
  },
  "live/need-new": {
    severity: warning,
    say: (p: {
      readonly step: string;
      readonly values: readonly string[];
    }) => ({
      message: `visitors who are on "${p.step}" or behind it are led back to ${list(p.values)}, which they were not asked before`,
      hint: "whoever is led back answers once, and goes on. To lead nobody back, show it at or behind an offer alone, with a fallback: `{{ goal | your goal }}`",
    }),
  },
  "live/no-fallback": {
    severity: error,
    say: (p: { readonly step: string; readonly written: string }) => ({
      message: `visitors who came to an offer before this change are let through to "${p.step}", and some of them have not told what \`${p.written}\` shows: there is a hole in the text`,
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
      message: `visitors are inside "${p.key}", whose address ${p.mount} belongs to "${p.became}" now: their answers are stored under the old name, and lost`,
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
            hint: "keep it in the price list, with `retired: true`: then no page sells it, and who has bought it keeps it",
          },
  },
  "live/not-compared": {
    severity: warning,
    say: (_: Nothing) => ({
      message:
        "what this file changes for visitors who are on their way is not known, as long as it has mistakes",
      hint: "mend them, and hold the content against the earlier build again",
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
