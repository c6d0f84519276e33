import { findTestCard, type TestCard } from "./cards.ts";

export type FieldName = "number" | "expiry" | "cvc";
type FieldErrors = Readonly<Partial<Record<FieldName, string>>>;

export type CardForm =
  | { readonly kind: "card"; readonly card: TestCard }
  | {
      readonly kind: "wrong";
      readonly errors: FieldErrors;
      /** What may be shown again: the number of a test card and the date, never a stranger's card. */
      readonly again: Readonly<Partial<Record<FieldName, string>>>;
    };

/** Reads the posted card form. The number goes no further than this function. */
export function readCardForm(form: FormData, now: Date): CardForm {
  const number = field(form, "number").replace(/[\s-]/g, "");
  const expiry = field(form, "expiry").trim();
  const card = findTestCard(number);
  const errors: FieldErrors = {
    ...(card === null && { number: numberError(number) }),
    ...expiryError(expiry, now),
    ...(!/^\d{3,4}$/.test(field(form, "cvc").trim()) && {
      cvc: "Enter the 3 or 4 digits of the security code.",
    }),
  };
  if (card !== null && Object.keys(errors).length === 0)
    return { kind: "card", card };
  const again = {
    ...(card !== null && { number }),
    ...(errors.expiry === undefined && { expiry }),
  };
  return { kind: "wrong", errors, again };
}

function numberError(number: string): string {
  if (number === "") return "Enter a card number.";
  if (!/^\d{12,19}$/.test(number))
    return "Enter the digits of a card number, such as 4242 4242 4242 4242.";
  return "Real cards are not taken here. Use one of the test cards on this page.";
}

function expiryError(expiry: string, now: Date): FieldErrors {
  const match = /^(\d{1,2})\s*[/.-]?\s*(\d{2}|20\d{2})$/.exec(expiry);
  const month = Number(match?.[1]);
  if (match === null || month < 1 || month > 12)
    return { expiry: "Enter month and year, such as 08/30." };
  const year = 2000 + (Number(match[2]) % 100);
  // A card is good to the end of its month.
  return Date.UTC(year, month, 1) <= now.getTime()
    ? { expiry: "This card has expired. Enter a later date." }
    : {};
}

function field(form: FormData, name: FieldName): string {
  const value = form.get(name);
  return typeof value === "string" ? value.slice(0, 100) : "";
}
