import { describe, expect, test } from "vitest";
import { findTestCard, inGroups, outcomeOf } from "./cards.ts";
import { readCardForm } from "./form.ts";

const NOW = new Date("2030-06-15T12:00:00Z");
const good = { number: "4242 4242 4242 4242", expiry: "08/30", cvc: "123" };

function read(own: Readonly<Record<string, string | Blob>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...good, ...own }))
    form.append(name, value);
  return readCardForm(form, NOW);
}

describe("a card form", () => {
  test.each([
    {},
    { number: "4242-4242-4242-4242" },
    { expiry: " 8/30 " },
    { expiry: "08 / 2030" },
    { expiry: "0830" },
    { expiry: "06/30" },
    { expiry: "12.30" },
    { expiry: "01/31" },
    { cvc: " 1234 " },
  ])("with %j is the test card", (own) => {
    expect(read(own)).toEqual({
      kind: "card",
      card: findTestCard("4242424242424242"),
    });
  });

  const NUMBER = "Enter a card number.";
  const DIGITS =
    "Enter the digits of a card number, such as 4242 4242 4242 4242.";
  const REAL =
    "Real cards are not taken here. Use one of the test cards on this page.";
  test.each([
    ["", NUMBER],
    ["4242", DIGITS],
    ["x".repeat(16), DIGITS],
    ["4".repeat(20), DIGITS],
    ["4".repeat(12), REAL],
    ["4".repeat(19), REAL],
  ])(
    "with the number %j says so, and does not show it again",
    (number, says) => {
      expect(read({ number })).toEqual({
        kind: "wrong",
        errors: { number: says },
        again: { expiry: "08/30" },
      });
    },
  );

  const MONTH = "Enter month and year, such as 08/30.";
  const OVER = "This card has expired. Enter a later date.";
  test.each([
    ["", MONTH],
    ["00/30", MONTH],
    ["13/30", MONTH],
    ["08/1930", MONTH],
    ["8", MONTH],
    ["05/30", OVER],
    ["12/29", OVER],
  ])("with the date %j says so, and keeps the number", (expiry, says) => {
    expect(read({ expiry })).toEqual({
      kind: "wrong",
      errors: { expiry: says },
      again: { number: "4242424242424242" },
    });
  });

  test("is good to the last moment of its month", () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(good)) form.append(name, value);
    const over = Date.UTC(2030, 8, 1);
    expect(readCardForm(form, new Date(over - 1)).kind).toBe("card");
    expect(readCardForm(form, new Date(over))).toMatchObject({
      errors: { expiry: OVER },
    });
  });

  test.each(["", "12", "12345", "abc"])("with the code %j says so", (cvc) => {
    expect(read({ cvc })).toEqual({
      kind: "wrong",
      errors: { cvc: "Enter the 3 or 4 digits of the security code." },
      again: { number: "4242424242424242", expiry: "08/30" },
    });
  });

  test("with a file in place of a number has none", () => {
    expect(read({ number: new Blob(["4"]) })).toMatchObject({
      errors: { number: NUMBER },
    });
  });
});

test("a saved test card does what it says, and an unknown one is declined", () => {
  expect(outcomeOf("sandbox_visa")).toBe("paid");
  expect(outcomeOf("sandbox_visa_declined_later")).toBe("declined");
  expect(outcomeOf("sandbox_visa_authenticate")).toBe("needs_authentication");
  expect(outcomeOf("another")).toBe("declined");
});

test("a number is read in groups of four", () => {
  expect(inGroups("4242424242424242")).toBe("4242 4242 4242 4242");
  expect(inGroups("42424")).toBe("4242 4");
});
