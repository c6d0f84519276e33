import { list } from "./wording.ts";
import { error, warning, type Entries } from "./wording-entry.ts";

/** Findings about prices, plans and what stands beside them. */
export const selling = {
  "plans/default": {
    severity: error,
    say: (p: { product: string; plans: readonly string[] }) => ({
      message: `"${p.product}" is preset, but it is not among these plans`,
      hint: `preset one of them: ${list(p.plans)}`,
    }),
  },
  "product/no-price": {
    severity: error,
    say: (p: { code: string; currencies: readonly string[] }) => ({
      message: `"${p.code}" has no price in ${list(p.currencies)}`,
      hint: "every product needs a price in every currency of site.yaml",
    }),
  },
  "section/out-of-place": {
    severity: warning,
    say: (p: {
      asks: "plan-sale" | "discount-code";
      page: string;
      pages: readonly string[];
    }) =>
      p.asks === "plan-sale"
        ? {
            message: `plans are sold on an offer; on a page "${p.page}" nobody can buy them`,
            hint: `move the section to a page ${quoted(p.pages)}, or remove it`,
          }
        : {
            message:
              "no page of this funnel makes a promo code, so this section never shows one",
            hint: `add a page ${quoted(p.pages)} before this one, or remove the section`,
          },
  },
  "countdown/no-effect": {
    severity: warning,
    say: (p: { of: "clock" } | { of: "regular"; clocks: readonly string[] }) =>
      p.of === "clock"
        ? {
            message: "no price changes when this countdown ends",
            hint: "give a product of the page's plans a `regular` price, or remove the countdown",
          }
        : {
            message:
              "no countdown runs on this page, so this regular price is never charged",
            hint: `add a section ${quoted(p.clocks)} to the page, or leave \`regular\` out`,
          },
  },
  "product/regular-price": {
    severity: warning,
    say: (p: { currencies: readonly string[]; product: string | null }) => ({
      message:
        p.product === null
          ? `the regular price in ${list(p.currencies)} is not higher than the price`
          : `in ${list(p.currencies)} this costs no more than "${p.product}", whose regular price it is`,
      hint: "a regular price is struck through beside a lower one, and charged when the countdown has ended: make it higher, or leave `regular` out",
    }),
  },
  "product/fraction": {
    severity: error,
    say: ({ price }: { price: number }) => ({
      message: `${price} cannot be charged: it has more than two digits after the point`,
      hint: "write whole cents, such as 39.99",
    }),
  },
  "currency/default": {
    severity: error,
    say: ({ code, fitsAll }: { code: string; fitsAll: boolean }) =>
      fitsAll
        ? {
            message: `${code} fits every visitor, so the rules below it are never tried`,
            hint: "move this rule to the end, or give it a `country` or a `currency`",
          }
        : {
            message: "a visitor whom no rule fits would have no currency",
            hint: `end the list with a rule without \`country\` and \`currency\`: \`{ symbol: $, region: Default, code: USD }\``,
          },
  },
} as const satisfies Entries;

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(" or ");
}
