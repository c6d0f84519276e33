import type { CurrencyRule, Funnel } from "../../generated/contract.ts";
import { amountIn, money, soldAs } from "./money.ts";
import { own } from "./read.ts";

/** What a price in a text depends on. */
export interface Terms {
  readonly rule: CurrencyRule;
  /** The visitor's promo code, by its name in the content. */
  readonly promo: string | null;
  /** Whether the countdown has run out. */
  readonly ended: boolean;
}

/** What a product costs this visitor now, as it is written beside a button; null for one that the funnel does not have. */
export function priceInWords(
  funnel: Pick<Funnel, "products" | "codes" | "steps">,
  code: string,
  { rule, promo, ended }: Terms,
): string | null {
  if (own(funnel.products, code) === undefined) return null;
  const sold = ended ? (regularOf(funnel, code) ?? code) : code;
  return money(amountIn(soldAs(funnel, sold, promo).prices, rule), rule);
}

/** Whether a promo code lowers anything that is still sold when the countdown has run out. */
export function lowersAfterwards(
  funnel: Pick<Funnel, "codes" | "steps">,
  promo: string,
): boolean {
  const prices = own(funnel.codes, promo)?.prices ?? {};
  return Object.keys(prices).some((code) =>
    Object.hasOwn(prices, regularOf(funnel, code) ?? code),
  );
}

/** The product that takes the place of a plan when the countdown has ended, on whichever side of an experiment. */
function regularOf(
  { steps }: Pick<Funnel, "steps">,
  code: string,
): string | undefined {
  const sides = steps.flatMap(({ props, variant }) =>
    variant === null ? [props] : [props, variant.props],
  );
  for (const props of sides) {
    const sections = "sections" in props ? (props.sections ?? []) : [];
    for (const section of sections)
      if ("plans" in section)
        for (const { product, regular } of section.plans)
          if (product === code && regular !== undefined) return regular;
  }
  return undefined;
}
