import { expect, test } from "vitest";
import { formatMoney, minorDigits, plainMoney, readMoney } from "./money.ts";

test.each([
  [3_999, "USD", 2, "$39.99", "39.99"],
  [3_900, "JPY", 0, "¥3,900", "3900"],
  [12_500, "KWD", 3, "KWD 12.500", "12.500"],
  [500, "XQQ", 2, "XQQ 5.00", "5.00"],
])("%i of %s have %i digits: %s", (amount, currency, digits, text, plain) => {
  expect(minorDigits(currency)).toBe(digits);
  // Between a code and its sum stands a space that does not break.
  expect(formatMoney(amount, currency).replace("\u00a0", " ")).toBe(text);
  expect(plainMoney(amount, currency)).toBe(plain);
});

test.each([
  [636_600, "HUF", "Ft\u00a06,366.00"],
  [3_999, "CAD", "$39.99"],
  [12_500, "KWD", "KWD\u00a012.500"],
  [3_900, "JPY", "¥3,900"],
])(
  "%i of %s are written as on the pages of a brand: %s",
  (amount, code, text) => {
    const symbols = { HUF: "Ft\u00a0", CAD: "$", KWD: "KWD\u00a0" };
    expect(formatMoney(amount, code, symbols)).toBe(text);
  },
);

test.each([
  ["12", "USD", 1_200],
  ["12.3", "USD", 1_230],
  ["12.34", "USD", 1_234],
  ["0.01", "USD", 1],
  ["12", "JPY", 12],
  ["12.345", "USD", null],
  ["0", "JPY", null],
  ["", "JPY", null],
  ["a lot", "USD", null],
])("%j in %s is %s minor units", (text, currency, minor) => {
  expect(readMoney(text, currency)).toBe(minor);
});
