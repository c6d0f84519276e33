import { list, quoted, useOneOf } from "./wording.ts";
import { error, warning, type Entries } from "./wording-entry.ts";

/** A price as it is written, and the digits that its currency has after the point. */
export interface Amount {
  readonly price: number;
  readonly currency: string;
  readonly digits: number;
}

const DIGITS: Readonly<Record<number, string>> = {
  0: "this currency has no decimal places",
  2: "it has more than two decimal places",
  3: "it has more than three decimal places",
};

/** Findings about prices, plans and what is shown with them. */
export const selling = {
  "plans/default": {
    severity: error,
    say: (p: { product: string; plans: readonly string[] }) => ({
      message: `the default plan "${p.product}" is not one of these plans`,
      hint: useOneOf(p.plans),
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
      hint: `add it: every product needs a price in every currency of ${p.from}${p.from === "site.yaml" ? "; or list those that this brand sells in under `currencies` in brand.yaml" : ""}`,
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
            message: `visitors cannot buy plans on "${p.page}" pages`,
            hint: `move the section to an ${quoted(p.pages)} page, or remove it`,
          }
        : {
            message:
              "no page before this one creates a promo code, so this section stays empty",
            hint: `add a ${quoted(p.pages)} page before this one, or remove the section`,
          },
  },
  "text/claims-payment": {
    severity: error,
    say: (p: { words: string; keys: readonly string[] }) => ({
      message: `"${p.words}" is also shown to visitors who paid for nothing`,
      hint:
        p.keys.length === 0
          ? "nobody has paid yet on a page that sells: say it on the page after it"
          : `anybody can open the page: say it in \`${p.keys.join("`, `")}\`, which only buyers see`,
    }),
  },
  "text/nobody-buys": {
    severity: warning,
    say: ({ key }: { key: string }) => ({
      message: `nobody reads this \`${key}\`: it is for visitors who paid, and this funnel sells nothing`,
      hint: "write it in `empty` or in a section, which everybody here reads",
    }),
  },
  "countdown/no-effect": {
    severity: warning,
    say: (
      p:
        | { of: "clock"; hasPlans: boolean }
        | { of: "regular"; clocks: readonly string[] },
    ) =>
      p.of === "clock"
        ? {
            message: "no price changes when this countdown ends",
            hint: p.hasPlans
              ? "give a product of the page's plans a `regular` price, or remove the countdown"
              : "remove the countdown: only the prices of plans change",
          }
        : {
            message:
              "this page has no countdown, so this regular price is never charged",
            hint: `add a ${quoted(p.clocks)} section to the page, or remove \`regular\``,
          },
  },
  "countdown/differs": {
    severity: error,
    say: ({ minutes }: { minutes: number }) => ({
      message: `another countdown of this funnel runs for ${minutes} minutes, and each visitor has only one countdown`,
      hint: `let it run for ${minutes} minutes, or change both`,
    }),
  },
  "countdown/other-price": {
    severity: error,
    /** `later` takes its place; null where that is the same at its regular price. */
    say: ({ product, later }: { product: string; later: string | null }) => ({
      message: `elsewhere in this funnel ${later === null ? "the `regular` price" : `"${later}"`} takes the place of "${product}" when the countdown ends, and each visitor has only one countdown`,
      hint: "write the same here, or sell another product here",
    }),
  },
  "countdown/sold-anyway": {
    severity: error,
    say: ({ product, early, by }: Record<"product" | "early" | "by", string>) =>
      product === early
        ? {
            message: `"${product}" is sold here without a countdown, so the countdown in ${by} ends nothing`,
            hint: "sell another product here, or add a countdown to this page",
          }
        : {
            message: `"${product}" has the name of "${early}", costs no more and is sold here without a countdown, so the countdown in ${by} ends nothing`,
            hint: `let it cost what "${early}" costs when the countdown has ended, or add a countdown to this page`,
          },
  },
  "product/price-apart": {
    severity: warning,
    say: ({ price, currency }: { price: number; currency: string }) => ({
      message: `${price} ${currency} is more than four times, or less than a quarter, of what the other prices of this brand suggest`,
      hint: "look for a digit too many and for the decimal point, write whole units (9.99 and not 999), and compare it with the other currencies",
    }),
  },
  "product/prices-swapped": {
    severity: warning,
    say: (p: { one: string; other: string; higher: string }) => ({
      message: `the prices in ${p.one} and ${p.other} look swapped: in all other prices of this brand, ${p.higher} is the higher number`,
      hint: "swap the two, or correct the wrong one",
    }),
  },
  "product/longer-for-less": {
    severity: warning,
    say: ({ code, shorter }: { code: string; shorter: string }) => ({
      message: `"${code}" is longer than "${shorter}" beside it and costs no more`,
      hint: "compare `price` and `days` of the two products: perhaps they are swapped",
    }),
  },
  "product/minor-units": {
    severity: warning,
    say: ({ price, currency }: { price: number; currency: string }) => ({
      message: `${price} ${currency} is far from the brand's other prices, and a hundredth of it is not`,
      hint: `write prices in whole units, ${(price / 100).toFixed(2)} and not ${price}, in every currency`,
    }),
  },
  "product/never-regular": {
    severity: warning,
    say: ({ codes }: { codes: readonly string[] }) => ({
      message: `no countdown ends the price of ${list(codes.map((code) => `"${code}"`))}, so nobody ever pays the regular price`,
      hint: "add a countdown to a page that sells it, or remove `regular`",
    }),
  },
  "product/not-sold": {
    severity: warning,
    say: ({ code }: { code: string }) => ({
      message: `no page of the brand sells "${code}"`,
      hint: "name it on an offer, or write `retired: true` to keep it for those who have bought it",
    }),
  },
  "product/retired": {
    severity: error,
    say: ({ code }: { code: string }) => ({
      message: `"${code}" is \`retired\`, kept only for those who have bought it, but a page sells it`,
      hint: "remove `retired`, or sell something else there",
    }),
  },
  "product/renews-sooner": {
    severity: warning,
    say: (p: { code: string; days: number; everyDays: number }) => ({
      message: `"${p.code}" is paid for ${p.days} days at first, then every ${p.everyDays} days at a higher price per day`,
      hint: `let it renew every ${p.days} days, or for less`,
    }),
  },
  "product/regular-price": {
    severity: warning,
    say: (p: {
      currencies: readonly string[];
      product: string | null;
      isSame?: boolean;
    }) => ({
      message:
        p.isSame === true
          ? "this plan costs the same when its countdown has ended: `regular` names its own product"
          : p.product === null
            ? `the regular price in ${list(p.currencies)} is not higher than the price`
            : `in ${list(p.currencies)} this regular price is not higher than the price of "${p.product}"`,
      hint:
        p.isSame === true
          ? "name the product that costs the regular price, or remove `regular`"
          : "make it higher, or remove `regular`: a regular price is shown struck through next to the lower price, and charged when the countdown has ended",
    }),
  },
  "product/fraction": {
    severity: error,
    say: ({ price, currency, digits }: Amount) => ({
      message: `${price} ${currency} cannot be charged: ${DIGITS[digits] ?? `it has more than ${digits} decimal places`}`,
      hint:
        digits === 0
          ? "use a whole number, such as 3900"
          : `use at most ${digits} decimal places, such as ${(39.99).toFixed(digits)}`,
    }),
  },
  "product/last-digit": {
    severity: error,
    say: ({ price, currency, digits }: Amount) => ({
      message: `${price.toFixed(digits)} ${currency} cannot be charged to a card: card payments are settled to two decimal places`,
      hint: `end the price with a zero: ${price.toFixed(2)}${"0".repeat(digits - 2)}`,
    }),
  },
  "product/price-too-high": {
    severity: error,
    say: ({ price, currency, most }: Amount & { most: number }) => ({
      message: `${price} ${currency} cannot be charged: payment providers take at most ${most}`,
      hint: "use a lower price, in whole units rather than cents",
    }),
  },
  "currency/never-taken": {
    severity: warning,
    say: ({ code }: { code: string }) => ({
      message: `no visitor pays in ${code} by this rule: an earlier rule already matches all its visitors, or it matches no country`,
      hint: "move it above the earlier rule, or remove it",
    }),
  },
  "currency/symbol": {
    severity: error,
    say: (p: {
      symbol: string;
      code: string;
      /** What it stands for. */
      other: string;
      meant: string;
    }) => ({
      message: `visitors who pay in ${p.code} would read "${p.symbol}", which stands for ${p.other}`,
      hint: `write \`${p.meant}\``,
      instead: { from: p.symbol, to: p.meant, kind: "suggested" },
    }),
  },
  "currency/not-charged": {
    severity: warning,
    say: (p: {
      written: string;
      product: string;
      seller: string;
      paidIn: readonly string[];
    }) => ({
      message: `visitors read ${p.written} in another currency than they pay in: "${p.product}" is sold in ${list(p.paidIn)} alone`,
      hint: `remove \`currency\` from "${p.seller}", so that visitors pay in the currency that they read; or leave the price out here`,
    }),
  },
  "country/unknown": {
    severity: error,
    say: ({ name, meant }: { name: string; meant: string | null }) => ({
      message: `no country has the code "${name}"`,
      ...(meant === null
        ? { hint: "write the two letters of ISO 3166, such as GB or DE" }
        : {
            hint: `did you mean "${meant}"?`,
            instead: { from: name, to: meant, kind: "safe" },
          }),
    }),
  },
  "currency/default": {
    severity: error,
    say: ({ code, fitsAll }: { code: string; fitsAll: boolean }) =>
      fitsAll
        ? {
            message: `the rule for ${code} matches every visitor, so the rules after it are never used`,
            hint: "move this rule to the end, or give it a `country` or a `currency`",
          }
        : {
            message: "a visitor whom no rule matches would have no currency",
            hint: `end the list with a rule that has no \`country\` and no \`currency\`: \`{ symbol: $, region: Default, code: USD }\``,
          },
  },
  "offer/not-smaller": {
    severity: warning,
    say: (p: { id: string; declined: string }) => ({
      message: `visitors have just declined "${p.declined}", and "${p.id}" costs no less`,
      hint: "sell something smaller here",
    }),
  },
  "product/sold-twice": {
    severity: error,
    say: (p: { code: string; id: string; way: string }) => ({
      message: `"${p.id}" sells "${p.code}" to visitors who have bought it: ${p.way}`,
      hint: "sell another product here, or lead those who have bought this one past the offer",
    }),
  },
} as const satisfies Entries;
