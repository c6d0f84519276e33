import type { Card } from "../../db/checkouts.ts";
import type { ChargeOutcome } from "../../checkout/provider.ts";

type Outcome = Exclude<ChargeOutcome, "pending" | "missing">;

/** A card that exists in the sandbox only, and what it does. */
export interface TestCard extends Card {
  readonly number: string;
  /** For the visitor who tries things out. */
  readonly effect: string;
  /** When paid on the page. */
  readonly outcome: Outcome;
  /** When the saved card is charged by one tap. */
  readonly again: Outcome;
}

export const testCards: readonly TestCard[] = [
  {
    number: "4242424242424242",
    effect: "Paid",
    token: "sandbox_visa",
    outcome: "paid",
    again: "paid",
    ...visa("4242"),
  },
  {
    number: "4000002500003155",
    effect: "Asks you to confirm",
    token: "sandbox_visa_authenticate",
    outcome: "needs_authentication",
    again: "needs_authentication",
    ...visa("3155"),
  },
  {
    number: "4000000000000341",
    effect: "Paid now, declined next time",
    token: "sandbox_visa_declined_later",
    outcome: "paid",
    again: "declined",
    ...visa("0341"),
  },
  {
    number: "4000000000000002",
    effect: "Declined",
    token: "sandbox_visa_declined",
    outcome: "declined",
    again: "declined",
    ...visa("0002"),
  },
];

export function findTestCard(number: string): TestCard | null {
  return testCards.find((card) => card.number === number) ?? null;
}

/** What becomes of a one-tap charge; an unknown token is declined, never paid. */
export function outcomeOf(token: string): Outcome {
  return testCards.find((card) => card.token === token)?.again ?? "declined";
}

/** `4242 4242 4242 4242`, as cards show it. */
export function inGroups(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, "$1 ");
}

function visa(last4: string) {
  return { brand: "visa", last4 };
}
