import { list, quoted, useOneOf } from "./wording.ts";
import { error, warning, type Entries, type Nothing } from "./wording-entry.ts";

/** Findings about promo codes. */
export const codes = {
  "code/no-effect": {
    severity: error,
    say: (
      p:
        | { of: "product"; product: string; sold: readonly string[] }
        | { of: "word"; sections: readonly string[] }
        | {
            of: "field";
            sections: readonly string[];
            lowered: readonly string[];
            sold: readonly string[];
          }
        | { of: "late"; code: string; pages: readonly string[] },
    ) => {
      switch (p.of) {
        case "late":
          return {
            message: `no page that sells what the code "${p.code}" lowers comes after this one, so nobody can use it`,
            hint: `lead on from here to an ${quoted(p.pages)} page, or put this page before it`,
          };
        case "word":
          return {
            message:
              "visitors of this funnel find no field to type this code into",
            hint: `set \`promo: true\` on a ${quoted(p.sections)} section, or end the code with \`-*\``,
          };
        case "field":
          return {
            message:
              "where visitors can type this code in, it lowers none of the plans",
            hint: `set \`promo: true\` on a ${quoted(p.sections)} section that sells ${quoted(p.lowered)}, or put ${quoted(p.sold)} under the code's \`products\``,
          };
        case "product":
          return {
            message: `no page of this funnel sells "${p.product}", so the code does not lower it`,
            hint: useOneOf(p.sold),
          };
      }
    },
  },
  "code/none-to-type": {
    severity: error,
    say: (_: Nothing) => ({
      message: "visitors can type in a code here, and this funnel has none",
      hint: "declare one under `codes`, or remove `promo: true`",
    }),
  },
  "code/no-amount": {
    severity: error,
    say: ({ currencies }: { currencies: readonly string[] }) => ({
      message: `the code takes nothing off in ${list(currencies)}`,
      hint: "write an amount for every currency of the brand, or a percentage",
    }),
  },
  "code/too-much": {
    severity: error,
    say: (p: { product: string; currencies: readonly string[] }) => ({
      message: `with this code "${p.product}" costs nothing in ${list(p.currencies)}`,
      hint: "take off less than the price",
    }),
  },
  "code/no-day": {
    severity: error,
    say: ({ until }: { until: string }) => ({
      message: `there is no ${until} in the calendar`,
      hint: "write the last day on which the code holds, such as 2027-01-31",
    }),
  },
  "code/over": {
    severity: warning,
    say: ({ until }: { until: string }) => ({
      message: `the code held until ${until}, which has passed: every visitor is refused`,
      hint: "write a later day, or remove the code and what offers it",
    }),
  },
  "code/duplicate": {
    severity: error,
    say: ({ word, first }: { word: string; first: string }) => ({
      message: `another promo code of this brand is ${word}, too, in ${first}`,
      hint: "choose another word: a visitor's code belongs to one of them",
    }),
  },
} as const satisfies Entries;
