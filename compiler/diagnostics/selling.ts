import { list } from "./wording.ts";
import { error, warning, type Entries } from "./wording-entry.ts";

/** A price as it is written, and the digits that its currency has after the point. */
export interface Amount {
  readonly price: number;
  readonly currency: string;
  readonly digits: number;
}

const DIGITS: Readonly<Record<number, string>> = {
  0: "this currency has no digits after the point",
  2: "it has more than two digits after the point",
  3: "it has more than three digits after the point",
};

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
    say: (p: {
      code: string;
      currencies: readonly string[];
      from: "site.yaml" | "brand.yaml";
    }) => ({
      message: `"${p.code}" has no price in ${list(p.currencies)}`,
      hint: `every product needs a price in every currency of ${p.from}`,
    }),
  },
  "section/out-of-place": {
    severity: warning,
    say: ({ section, page }: { section: "plans" | "promo"; page: string }) =>
      section === "plans"
        ? {
            message: `plans are sold on an offer; on a page "${page}" nobody can buy them`,
            hint: "move the section to a page `offer`, or remove it",
          }
        : {
            message:
              "no page of this funnel makes a promo code, so this section never shows one",
            hint: "add a page `promo-code` before this one, or remove the section",
          },
  },
  "countdown/no-effect": {
    severity: warning,
    say: ({ of }: { of: "countdown" | "regular" }) =>
      of === "countdown"
        ? {
            message: "no price changes when this countdown ends",
            hint: "give a product of the page's plans a `regular` price, or remove the countdown",
          }
        : {
            message:
              "no countdown runs on this page, so this regular price is never charged",
            hint: "add a section `countdown` to the page, or leave `regular` out",
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
    say: ({ price, currency, digits }: Amount) => ({
      message: `${price} ${currency} cannot be charged: ${DIGITS[digits] ?? `it has more than ${digits} digits after the point`}`,
      hint:
        digits === 0
          ? `${currency} has no smaller unit: write a whole number, such as 3900`
          : `${currency} is charged to ${digits} digits: write an amount such as ${(39.99).toFixed(digits)}`,
    }),
  },
  "product/last-digit": {
    severity: error,
    say: ({ price, currency, digits }: Amount) => ({
      message: `${price.toFixed(digits)} ${currency} cannot be charged to a card: cards settle to two digits after the point`,
      hint: `end the price with a 0: ${price.toFixed(2)}${"0".repeat(digits - 2)}`,
    }),
  },
  "product/price-too-high": {
    severity: error,
    say: ({ price, currency, most }: Amount & { most: number }) => ({
      message: `${price} ${currency} cannot be charged: payment providers take at most ${most}`,
      hint: "write a lower price; amounts are in whole units, not in cents",
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
