import { expect, test } from "vitest";
import { compileWith, baseFiles } from "../testing/base-content.ts";

const BRAND = "demo/brand.yaml";
const brand = (
  baseFiles.find(({ name }) => name === BRAND)?.text ?? ""
).replace(
  "products:",
  `products:
  tiny: { name: Tiny, price: { USD: 1.99, EUR: 1.99 } }
  big: { name: Big, price: { USD: 19.99, EUR: 18.99 } }`,
);

function upsell(path: string, product: string, ways: string): string {
  return `  - { path: ${path}, page: upsell, heading: More, text: More., product: ${product}, acceptLabel: Add, ${ways} }`;
}

/** Where it is said that those who decline are offered what buyers are not. */
function afterDeclining(...offers: readonly string[]): string[] {
  const text = [
    "name: Quiz",
    "title: A short quiz",
    "mounts: [/quiz]",
    "questions:",
    "  - { id: mood, ask: How are you?, options: [Good, Bad] }",
    "pages:",
    "  - { path: 2-email, page: registration, heading: Which email opens this? }",
    "  - { path: offer, page: offer, heading: Your plan, sections: [{ section: plans, plans: [{ product: plan, label: Four weeks }] }], accept: first, decline: thank-you }",
    ...offers,
    "  - { path: thank-you, page: thank-you, heading: Thank you }",
    "",
  ].join("\n");
  const { diagnostics } = compileWith(
    { name: "demo/quiz.yaml", text },
    { name: BRAND, text: brand },
  );
  return diagnostics.flatMap(({ code, severity, message }) =>
    severity === "error"
      ? [message]
      : code === "offer/after-declining"
        ? [code]
        : [],
  );
}

const LAST = upsell("last", "big", "accept: thank-you, decline: thank-you");
const NOTE =
  "  - { path: note, page: article, heading: Added, text: It is in your account. }";

test.each([
  [
    "by a smaller one that they buy or decline",
    [
      upsell("first", "small", "accept: less, decline: last"),
      upsell("less", "tiny", "accept: last, decline: last"),
      LAST,
    ],
  ],
  [
    "by a page between the two",
    [
      upsell("first", "small", "accept: note, decline: last"),
      "  - { path: note, page: info, heading: Added, text: It is in your account., next: last }",
      LAST,
    ],
  ],
])("buyers come to the same offer %s", (_, offers) => {
  expect(afterDeclining(...offers)).toEqual([]);
});

test.each([
  [
    "a smaller one, and the end",
    [
      upsell("first", "small", "accept: less, decline: last"),
      upsell("less", "tiny", "accept: thank-you, decline: thank-you"),
      LAST,
    ],
  ],
  [
    "the end",
    [upsell("first", "small", "accept: thank-you, decline: last"), LAST],
  ],
  [
    "a page that ends",
    [upsell("first", "small", "accept: note, decline: last"), NOTE, LAST],
  ],
])("buyers come to %s", (_, offers) => {
  expect(afterDeclining(...offers)).toEqual(["offer/after-declining"]);
});
