import { expect, test } from "vitest";
import { baseFiles, compileWith } from "../testing/base-content.ts";

const textOf = (file: string) =>
  baseFiles.find(({ name }) => name === file)?.text ?? "";

/** The prices that the check finds far apart in a brand whose only product has them, with what it renews at. */
function apart(price: string, renewal?: string): string[] {
  const codes = [...price.matchAll(/[A-Z]{3}/g)].map(([code]) => code);
  const rules = codes.map(
    (code) =>
      `  - { currency: ${code}, symbol: ${code}, region: There, code: ${code} }\n`,
  );
  const last = `  - { symbol: ${codes[0]}, region: Default, code: ${codes[0]} }\n`;
  const site = textOf("site.yaml").replace(
    /(?<=\ncurrencies:\n)(?: .*\n)*/,
    [...rules, last].join(""),
  );
  const renews =
    renewal === undefined
      ? ""
      : `, days: 28, renews: { everyDays: 28, price: { ${renewal} } }`;
  const brand = textOf("demo/brand.yaml")
    // A provider that takes the lowest of these as well.
    .replace("home: /quiz\n", "home: /quiz\npayments: { checkout: max-pay }\n")
    .replace(/\n {2}small: .*/, "")
    .replace(
      "price: { USD: 29.99, EUR: 27.99 }",
      `price: { ${price} }${renews}`,
    );
  const { diagnostics } = compileWith(
    { name: "site.yaml", text: site },
    { name: "demo/brand.yaml", text: brand },
    {
      name: "demo/quiz.yaml",
      text: textOf("demo/quiz.yaml").replaceAll("small", "plan"),
    },
  );
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual(
    [],
  );
  return diagnostics.flatMap(({ code, message }) =>
    code === "product/price-apart" ? (message.split(" is more")[0] ?? "") : [],
  );
}

test.each([
  ["USD: 29.99, EUR: 2999", undefined, ["2999 EUR"]],
  ["USD: 2999, EUR: 29.99", undefined, ["2999 USD"]],
  ["USD: 29.99, GBP: 0.29", undefined, ["0.29 GBP"]],
  ["CAD: 2999, GBP: 29.99, EUR: 29.99, USD: 29.99", undefined, ["2999 CAD"]],
  ["CAD: 2999, GBP: 2999, EUR: 29.99, USD: 29.99", undefined, ["2999 CAD"]],
  ["USD: 1490, EUR: 14.9, GBP: 1190", undefined, ["14.9 EUR"]],
  ["USD: 29.99, JPY: 30", undefined, ["30 JPY"]],
  ["USD: 29.99, HUF: 29.99", undefined, ["29.99 HUF"]],
  ["USD: 29.99, EUR: 27.99", "USD: 39.99, EUR: 3999", ["3999 EUR"]],
])(
  "of the prices %s, and %s at a renewal, %j are in another unit",
  (price, renewal, found) => {
    expect(apart(price, renewal)).toEqual(found);
  },
);

test.each([
  ["USD: 1.99, EUR: 1.79"],
  ["USD: 1999, EUR: 1750, GBP: 1590"],
  ["USD: 29.99, EUR: 27.99, INR: 499, BRL: 79.9, TRY: 349"],
  ["INR: 499, BRL: 159"],
  ["USD: 29.99, JPY: 4500, KRW: 42000, VND: 749000, IDR: 490000"],
  ["KWD: 9.25, HUF: 9990, UGX: 110000, THB: 990"],
  ["USD: 29.99, IRR: 990000, LBP: 999999"],
])("%s differ as prices of countries do", (price) => {
  expect(apart(price)).toEqual([]);
});

/** Of the brand's three products, one costs as much less than the others as a first week does. */
test.each([
  ["USD: 6.99, EUR: 64.9, GBP: 5.99, CAD: 8.99", "64.9 EUR"],
  ["USD: 69.9, EUR: 6.49, GBP: 5.99, CAD: 8.99", "69.9 USD"],
])("of %s for a cheap product, the slip is told: %s", (price, found) => {
  const text = textOf("demo/brand.yaml").replace(
    /(?<=\nproducts:\n)(?: .*\n)*/,
    [
      `  week: { name: Week, price: { ${price} } }\n`,
      "  plan: { name: Four weeks, price: { USD: 69.99, EUR: 64.99, GBP: 59.99, CAD: 89.99 } }\n",
      "  small: { name: Small, price: { USD: 79.99, EUR: 74.99, GBP: 69.99, CAD: 99.99 } }\n",
    ].join(""),
  );
  const { diagnostics } = compileWith({ name: "demo/brand.yaml", text });
  expect(
    diagnostics.flatMap(({ code, message }) =>
      code === "product/price-apart" ? [message] : [],
    ),
  ).toEqual([expect.stringContaining(found)]);
});
