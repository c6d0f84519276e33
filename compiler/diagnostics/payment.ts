import { list, quoted } from "./wording.ts";
import { error, type Entries } from "./wording-entry.ts";

/** Findings about what the payment providers take. */
export const payment = {
  "payment/no-renewals": {
    severity: error,
    say: (p: {
      title: string;
      products: readonly string[];
      others: readonly string[];
    }) => ({
      message: `${p.title} takes a payment once, and ${list(p.products.map((code) => `"${code}"`))} ${p.products.length === 1 ? "renews" : "renew"}`,
      hint: `let ${quoted(p.others)} take the payment, or sell what does not renew`,
    }),
  },
  "payment/currency": {
    severity: error,
    say: (p: {
      title: string;
      currencies: readonly string[];
      others: readonly string[];
    }) => ({
      message: `${p.title} does not take ${list(p.currencies)}`,
      hint:
        p.others.length === 0
          ? `list the brand's \`currencies\` without ${list(p.currencies)}`
          : `let ${quoted(p.others)} take the money, or list the brand's \`currencies\` without ${list(p.currencies)}`,
    }),
  },
  "payment/whole-units": {
    severity: error,
    say: (p: { title: string; currency: string }) => ({
      message: `${p.title} takes whole ${p.currency} only`,
      hint: "write the price without decimal places",
    }),
  },
  "payment/first-days": {
    severity: error,
    say: (p: { title: string; days: number; most: number }) => ({
      message: `${p.title} renews for the first time after ${p.most} days at most, not after ${p.days}`,
      hint: "let the product renew sooner, or its first payment be for fewer `days`",
    }),
  },
  "payment/too-little": {
    severity: error,
    say: (p: {
      title: string;
      currency: string;
      least: number;
      /** What a promo code lowers, and to how much; null: a price as it is written. */
      lowered: { product: string; to: number } | null;
    }) =>
      p.lowered === null
        ? {
            message: `${p.title} charges ${p.least} ${p.currency} at least`,
            hint: "use a higher price",
          }
        : {
            message: `the code lowers "${p.lowered.product}" to ${p.lowered.to} ${p.currency}, and ${p.title} charges ${p.least} ${p.currency} at least`,
            hint: "take less off, or take the product off the code's list",
          },
  },
} as const satisfies Entries;
