import { expect, test } from "vitest";
import { currencyFor, type Geo, readGeo, symbolOf } from "./currency.ts";
import { CURRENCIES } from "../testing/funnel.ts";

const geo = (country_code: string, currency: string): Geo => ({
  status: "success",
  country_code,
  currency,
  city: "",
  country: "",
  postcode: "",
});

test.each([
  ["CA", "CAD", "CA$", "Canada", "CAD"],
  ["CA", "EUR", "CA$", "Canada", "CAD"],
  ["GB", "GBP", "£", "Great Britain", "GBP"],
  ["DE", "EUR", "€", "Europe", "EUR"],
  ["US", "USD", "$", "Default", "USD"],
  ["JP", "JPY", "$", "Default", "USD"],
  ["", "", "$", "Default", "USD"],
])(
  "currency mapping: country %s with currency %s gives %s, %s",
  (country, currency, symbol, region, code) => {
    expect(currencyFor(CURRENCIES, geo(country, currency))).toMatchObject({
      symbol,
      region,
      code,
    });
  },
);

test("without an answer, or without rules, it is the default", () => {
  expect(currencyFor(CURRENCIES, null)).toMatchObject({
    symbol: "$",
    region: "Default",
    code: "USD",
  });
  expect(currencyFor([], null)).toMatchObject({
    symbol: "$",
    region: "Default",
    code: "USD",
  });
  expect(symbolOf(CURRENCIES, "CAD")).toBe("CA$");
});

test("a geo answer is read whole or not at all", () => {
  expect(readGeo(geo("GB", "GBP"))).toEqual(geo("GB", "GBP"));
  expect(readGeo({ ...geo("GB", "GBP"), city: null })).toBeNull();
  expect(readGeo({ ...geo("GB", "GBP"), status: "maybe" })).toBeNull();
  expect(readGeo("<html>")).toBeNull();
});
