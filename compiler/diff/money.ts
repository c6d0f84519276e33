import type { BrandNode } from "../link/program.ts";
import { isDeclared, regularCode } from "../link/regular.ts";
import { data } from "../schema/read.ts";
import type { Prices, Product } from "../shared/contract.ts";
import { told, type Told } from "./change.ts";
import { amounts } from "./values.ts";

/** What changes of a brand's price list: prices in each currency in which they differ, renewals, days of access. */
export function priceChanges(before: BrandNode, after: BrandNode): Told[] {
  const codes = new Set(
    [before, after].flatMap(({ products }) => Object.keys(products)),
  );
  return [...codes]
    .filter(isDeclared)
    .flatMap((code) => productChanges(code, before, after));
}

function productChanges(
  code: string,
  before: BrandNode,
  after: BrandNode,
): Told[] {
  const [one, other] = [before.products[code], after.products[code]];
  if (one === undefined || other === undefined)
    return told(
      "money",
      one === undefined ? "new product" : "product removed",
      one === undefined ? null : productWords(one),
      other === undefined ? null : productWords(other),
    );
  const called = `"${other.name}" (${code})`;
  const twin = regularCode(code);
  const [old, now] = [before.products[twin], after.products[twin]];
  const sold = new Set<string>(after.brand.currencies.map((rule) => rule.code));
  const own = termChanges(called, one, other, sold);
  return [
    ...told("money", `name of product ${code}`, one.name, other.name),
    ...pricesTold(`price of ${called}`, one.prices, other.prices, sold),
    ...own,
    ...(old === undefined || now === undefined || now.name === other.name
      ? []
      : told(
          "money",
          `name of ${called} after the countdown`,
          old.name,
          now.name,
        )),
    ...pricesTold(
      `price of ${called} after the countdown`,
      old?.prices,
      now?.prices,
      sold,
    ),
    // What the regular price does not say is as it is for everybody.
    ...(old === undefined || now === undefined
      ? []
      : termChanges(called, old, now, sold).filter(
          ({ what }) => !own.some((known) => known.what === what),
        )),
    ...told(
      "money",
      `whether one visitor can buy ${called} more than once`,
      again(code, before),
      again(code, after),
    ),
    ...told(
      "money",
      `how many people can open ${called} as a gift`,
      openedBy(code, before),
      openedBy(code, after),
    ),
    ...told(
      "money",
      `whether ${called} is kept for those who have bought it alone`,
      isRetired(code, before),
      isRetired(code, after),
    ),
  ];
}

function termChanges(
  called: string,
  one: Product,
  other: Product,
  sold: ReadonlySet<string>,
): Told[] {
  return [
    ...told("money", `access with ${called}`, daysOf(one), daysOf(other)),
    ...(one.renewal !== null && other.renewal !== null
      ? [
          ...pricesTold(
            `price of the renewals of ${called}`,
            one.renewal.prices,
            other.renewal.prices,
            sold,
          ),
          ...told(
            "money",
            `how often ${called} renews`,
            `every ${one.renewal.everyDays} days`,
            `every ${other.renewal.everyDays} days`,
          ),
        ]
      : told(
          "money",
          `renewals of ${called}`,
          renewalWords(one),
          renewalWords(other),
        )),
  ];
}

/** The amounts in the currencies in which they differ; that one is sold in no more is told of the brand. */
function pricesTold(
  what: string,
  before: Prices | undefined,
  after: Prices | undefined,
  sold: ReadonlySet<string>,
): Told[] {
  const [one, other] = [before ?? {}, after ?? {}].map(
    (prices) => new Map(Object.entries(prices)),
  );
  const currencies = [...(one?.keys() ?? []), ...(other?.keys() ?? [])];
  const changed = new Set(
    currencies.filter(
      (code) => sold.has(code) && one?.get(code) !== other?.get(code),
    ),
  );
  const said = (prices: Prices | undefined) =>
    amounts(prices ?? {}, changed) || null;
  return told("money", what, said(before), said(after));
}

function daysOf({ days }: Product): string {
  return days === null ? "without end" : `${days} days`;
}

function renewalWords({ renewal }: Product): string {
  return renewal === null
    ? "none"
    : `${amounts(renewal.prices)} every ${renewal.everyDays} days`;
}

function productWords(product: Product): string {
  const { name, code, prices, renewal } = product;
  const renews = renewal === null ? "" : `, then ${renewalWords(product)}`;
  return `"${name}" (${code}), ${amounts(prices)}, ${daysOf(product)}${renews}`;
}

function again(code: string, { repeatable }: BrandNode): string {
  const isAllowed = repeatable.get(code);
  if (isAllowed === undefined) return "as its page says";
  return isAllowed ? "yes" : "no";
}

function openedBy(code: string, { gifts }: BrandNode): string {
  return String(gifts.get(code) ?? "as its page says");
}

function isRetired(code: string, { source }: BrandNode): string {
  const { retired } = data(data(data(source.data).products)[code]);
  return retired === true ? "yes" : "no";
}
