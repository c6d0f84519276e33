import { expect, test } from "vitest";
import { baseFiles, compileWith } from "../testing/base-content.ts";

const brand =
  baseFiles.find(({ name }) => name === "demo/brand.yaml")?.text ?? "";

/** What is said of the prices of a product: the code, and what the message begins with. */
function found(plan: string): string[] {
  const text = brand.replace(
    /^ {2}plan: .*$/m,
    `  plan: { name: Plan, ${plan} }`,
  );
  const { diagnostics } = compileWith({ name: "demo/brand.yaml", text });
  return diagnostics.flatMap(({ code, message }) =>
    /^product\/(?:far|minor|price-apart|renews)/.test(code)
      ? `${code} ${message.split(" ", 2).join(" ")}`
      : [],
  );
}

const renews = (days: number, prices: string, every = 28) =>
  `days: ${days}, renews: { everyDays: ${every}, price: { ${prices} } }`;
const TWENTY = "price: { USD: 19.99, EUR: 18.99 }";

test.each([
  [`${TWENTY}, ${renews(28, "USD: 29.99, EUR: 27.99")}`],
  [`price: { USD: 1, EUR: 1 }, ${renews(28, "USD: 29.99, EUR: 27.99")}`],
  [`price: { USD: 6.99, EUR: 6.49 }, ${renews(7, "USD: 99.99, EUR: 94.99")}`],
  [`${TWENTY}, regular: { price: { USD: 99.99, EUR: 94.99 } }`],
  [
    `${TWENTY}, regular: { price: { USD: 29.99, EUR: 27.99 } }, ${renews(28, "USD: 39.99, EUR: 37.99")}`,
  ],
  [
    `${TWENTY}, regular: { price: { USD: 29.99, EUR: 27.99 } }, ${renews(28, "USD: 99.99, EUR: 94.99", 84)}`,
  ],
])("%s may be meant", (plan) => {
  expect(found(plan)).toEqual([]);
});

test.each([
  [
    `${TWENTY}, ${renews(28, "USD: 299.9, EUR: 279.9")}`,
    "product/far-apart 299.9 USD",
  ],
  [
    `${TWENTY}, regular: { price: { USD: 29.99, EUR: 27.99 } }, ${renews(28, "USD: 69.99, EUR: 64.99")}`,
    "product/far-apart 69.99 USD",
  ],
  [
    `${TWENTY}, regular: { price: { USD: 299.9, EUR: 279.9 } }`,
    "product/far-apart 299.9 USD",
  ],
  [
    `price: { USD: 4.99, EUR: 4.59 }, regular: { price: { USD: 74.99, EUR: 69.99 } }`,
    "product/far-apart 74.99 USD",
  ],
  [
    `${TWENTY}, ${renews(28, "USD: 2999, EUR: 2799")}`,
    "product/minor-units 2999 USD",
  ],
])("%s is not", (plan, said) => {
  expect(found(plan)).toEqual([said]);
});
