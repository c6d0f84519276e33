import { expect, test } from "vitest";
import { currencyFor, type Geo, readGeo, readKeptGeo } from "./currency.ts";
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

test("without an answer it is the default", () => {
  expect(currencyFor(CURRENCIES, null)).toMatchObject({
    symbol: "$",
    region: "Default",
    code: "USD",
  });
});

test.each([
  [geo("GB", "GBP"), geo("GB", "GBP")],
  [
    { ...geo("GB", "GBP"), at: 5 },
    { ...geo("GB", "GBP"), at: 5 },
  ],
  [{ at: 5 }, null],
  [null, null],
])("a kept place %j reads as %j", (value, kept) => {
  expect(readKeptGeo(value)).toEqual(kept);
});

test("a geo answer is read whole or not at all", () => {
  expect(readGeo(geo("GB", "GBP"))).toEqual(geo("GB", "GBP"));
  expect(readGeo({ ...geo("GB", "GBP"), city: null })).toBeNull();
  expect(readGeo({ ...geo("GB", "GBP"), status: "maybe" })).toBeNull();
  expect(readGeo("<html>")).toBeNull();
});
