import { warning, type Entries } from "./wording-entry.ts";

/** Findings about what buyers have to know of a seller. */
export const seller = {
  "brand/no-company": {
    severity: warning,
    say: (p: {
      /** What a legal page does not show; null where there is nothing to show. */
      variable: string | null;
    }) =>
      p.variable === null
        ? {
            message: "the brand sells, but does not say which company sells",
            hint: "add `company` with its `name` and `address`: buyers read it in the terms and at the end of every mail",
          }
        : {
            message:
              "this page does not say which company sells and where it is",
            hint: `write \`${p.variable}\` into its text: it shows the name and address of the brand's \`company\``,
          },
  },
  "brand/no-cancel": {
    severity: warning,
    say: (p: {
      /** What renews. */
      plan: string;
      /** The page of the language that is for it. */
      page: string;
    }) => ({
      message: `"${p.plan}" renews, and the brand has no page on which its buyers can cancel it`,
      hint: `add a page of the brand with \`page: ${p.page}\`: it sends a link by which they see their orders and cancel a plan, and mails about orders lead there`,
    }),
  },
} as const satisfies Entries;
