import type { StepUsage } from "./step-usage.ts";
import { data, items, text } from "../schema/read.ts";
import type { BrandScope } from "./scope.ts";
import type { Traits } from "../schema/traits.ts";

/** The code under which a product is sold at its regular price; no author can write it. */
export function regularCode(code: string): string {
  return `${code}.regular`;
}

/** Whether a product is one that an author has declared. */
export function isDeclared(code: string): boolean {
  return !code.includes(".");
}

/** The product as an author has declared it, of itself and of what it is at its regular price. */
export function declaredCode(code: string): string {
  return code.split(".", 1)[0] ?? code;
}

/** What is to be said of a product that is not declared; null of one that is. */
export function undeclared(name: string, products: BrandScope["products"]) {
  if (isDeclared(name) && Object.hasOwn(products, name)) return null;
  const known = Object.keys(products).filter(isDeclared);
  const meant = known.find((code) => products[code]?.name === name);
  return { name, known, meant };
}

/** Where a countdown runs, plans whose product has a regular price are sold at it once the countdown has ended. */
export function withRegularPrices(
  sections: unknown[],
  { products }: BrandScope,
  usage: StepUsage,
  traits: Traits,
): unknown[] {
  const traitsOf = (item: unknown) =>
    traits.sections[text(data(item).section)] ?? null;
  if (!sections.some((item) => traitsOf(item)?.clock)) return sections;
  const priced = (plan: unknown) => {
    const { product, regular } = data(plan);
    const code = regularCode(text(product));
    if (regular !== undefined || !Object.hasOwn(products, code)) return plan;
    usage.used.add(`products.${code}`);
    return { ...data(plan), regular: code };
  };
  return sections.map((item) => {
    const list = traitsOf(item)?.plans?.list;
    return list === undefined
      ? item
      : { ...data(item), [list]: items(data(item)[list]).map(priced) };
  });
}
