import type { Code, CurrencyRule } from "../../generated/contract.ts";
import { money } from "../core/money.ts";
import type { NotGiven, Refusal } from "../state/offer-terms.ts";

/** What a code takes off, as it is declared: "10%", "$5.00". */
export function worthOf({ worth }: Code, rule: CurrencyRule): string {
  return worth.kind === "percent"
    ? `${worth.percent}%`
    : money(worth.amounts[rule.code] ?? 0, rule);
}

/** Why a code lowers nothing, in words. */
export const REFUSED: {
  readonly [R in Refusal]: string;
} = {
  unknown: "We do not know this code. The prices stay as they are.",
  expired: "This code has ended. The prices are without it.",
  "used-up": "This code has been used. The prices are without it.",
  foreign:
    "This code was given to somebody else, and works for them alone. The prices stay as they are.",
  unanswered:
    "The code could not be checked just now. The prices stay as they are; please try again.",
};

/** Why a visitor does not have the code that they should have, in words. */
export const NOT_GIVEN: { readonly [W in NotGiven["why"]]: string } = {
  ...REFUSED,
  other: "You have another code. The prices are with that one.",
};
