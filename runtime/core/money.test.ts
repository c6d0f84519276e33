import { expect, test } from "vitest";
import { currencyFor } from "./currency.ts";
import { CURRENCIES, funnel } from "../testing/funnel.ts";
import { money } from "./money.ts";
import { priceOf } from "./price.ts";

test.each([
  [0, "$", 2, "$0.00"],
  [5, "$", 2, "$0.05"],
  [3999, "$", 2, "$39.99"],
  [100_000, "£", 2, "£1,000.00"],
  [99_999, "£", 2, "£999.99"],
  [123_456_789, "CA$", 2, "CA$1,234,567.89"],
  [0, "¥", 0, "¥0"],
  [39, "¥", 0, "¥39"],
  [3900, "¥", 0, "¥3,900"],
  [1_234_567, "¥", 0, "¥1,234,567"],
  [0, "KWD\u00a0", 3, "KWD\u00a00.000"],
  [50, "KWD\u00a0", 3, "KWD\u00a00.050"],
  [12_500, "KWD\u00a0", 3, "KWD\u00a012.500"],
  [1_234_567, "KWD\u00a0", 3, "KWD\u00a01,234.567"],
])("%i with %s and %i digits is %s", (minor, symbol, digits, text) => {
  expect(money(minor, { symbol, digits })).toBe(text);
});

const price = (code: string, country: string) => {
  const product = funnel.products[code];
  if (product === undefined) throw new Error(code);
  const geo = {
    status: "success",
    city: "",
    country: "",
    postcode: "",
  } as const;
  return priceOf(
    product,
    currencyFor(CURRENCIES, { ...geo, country_code: country, currency: "" }),
  );
};

test("a price in the visitor's currency, with what a day costs and what comes after", () => {
  expect(price("trial", "GB")).toMatchObject({
    minor: 199,
    currency: "GBP",
    text: "£1.99",
    perDay: "£0.29",
    renewal: {
      text: "After 1\u00a0week it renews at\u00a0£21.99 every\u00a0month until you cancel.",
      everyDays: 30,
      minor: 2199,
      price: "£21.99",
    },
  });
});

test("what is paid once neither renews nor has days", () => {
  expect(price("extra", "CA")).toMatchObject({
    text: "CA$34.99",
    perDay: null,
    renewal: null,
  });
});
