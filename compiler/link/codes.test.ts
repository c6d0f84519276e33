import { expect, test } from "vitest";
import { baseFiles, compileWith, quizText } from "../testing/base-content.ts";

/** The content of the golden cases, sold in one currency more. */
function withCurrency(code: string, price: number) {
  const changed = (name: string, from: string, to: string) => {
    const { text = "" } = baseFiles.find((file) => file.name === name) ?? {};
    return { name, text: text.replaceAll(from, to) };
  };
  return [
    changed(
      "site.yaml",
      "currencies:\n",
      `currencies:\n  - { currency: ${code}, symbol: x, region: Hungary, code: ${code} }\n`,
    ),
    changed("demo/brand.yaml", "price: {", `price: { ${code}: ${price},`),
  ];
}

const OFFER =
  "- { path: oto, page: offer, heading: Your plan, sections: [{ section: plans, plans: [{ product: plan, label: Four weeks }] }], accept: thank-you, decline: thank-you }";

test.each([
  ["HUF", 9_990, "15%", 849_100],
  ["HUF", 9_990, "{ HUF: 0.5, EUR: 1, USD: 1 }", 998_900],
  ["CZK", 199.99, "15%", 16_999],
  ["JPY", 999, "15%", 849],
])("a price in %s of %s less %s is what can be charged", (...row) => {
  const [currency, price, off, lowered] = row;
  const codes = `codes: { own: { code: OWN-*, off: ${off}, products: [plan] } }`;
  const page = "- { path: 2-code, page: promo-code, heading: H, code: own }";
  const text = quizText(
    "- { id: mood, ask: How?, options: [Good, Bad] }",
    `${page}\n${OFFER}`,
    codes,
  );
  const { program, diagnostics } = compileWith(
    ...withCurrency(currency, price),
    { name: "demo/quiz.yaml", text },
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  const [funnel] = program?.funnels ?? [];
  expect(funnel?.codes[0]?.prices["plan"]?.[currency]).toBe(lowered);
});
