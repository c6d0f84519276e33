import type { PaymentState } from "../../server/ledger/payment.ts";
import type { Visitor } from "../../server/testing/calls.ts";
import type { Answer, TestServer } from "../../server/testing/server.ts";

export type Shop = Pick<TestServer, "db" | "clock" | "send">;

/** Money as a provider's own list has it. */
export interface Listed {
  readonly transaction: string;
  /** Minor units. */
  readonly amount: number;
  readonly state: PaymentState;
  /** Given back or taken back, in minor units. */
  readonly returned: number;
}

/** What one page offers: the one in place of the other. */
export const CHOICES = ["journal", "workbook"] as const;
export type Choice = (typeof CHOICES)[number];

/** A way to pay for what is chosen, with the stand-in of its provider. */
export interface PaymentDriver {
  /** What has to be there before the first tap. */
  prepare?(visitor: Visitor): Promise<void>;
  /**
   * One tab asks for the money of a price that is confirmed, with keys of its own; `reference` names the confirmation.
   * Answers once the server has; throws nothing.
   */
  tap(visitor: Visitor, choice: Choice, reference: string): Promise<Answer>;
  /** The visitor pays on the page that an order has open; nothing where none has. */
  pay?(checkoutId: string): void;
  /** How many pages an order can be paid on, as the provider has it. */
  payable?(checkoutId: string): number;
  /** Where a visitor leaves our page for the provider's, by a form of the page. */
  otherPage?(checkoutId: string): string;
  /** The provider takes the money of an order once more. */
  payAgain(checkoutId: string): void;
  /** Somebody gives money back in the provider's own pages. */
  refund(transaction: string, amount: number): void;
  dispute(transaction: string): void;
  decide(transaction: string, outcome: "won" | "lost"): void;
  /** While set, money is taken and given back, and the answer to that gets lost. */
  loseAnswers(loses: boolean): void;
  /** What the provider would send now: each is sent by calling it. Whoever does not, loses it. */
  takeMessages(): (() => Promise<Answer>)[];
  /** All money that was taken for an order. */
  listed(checkoutId: string): readonly Listed[];
}

/** What a payment has come to, by the sums and outcomes that a provider lists. */
export function stateOf({
  amount,
  refunded,
  disputes,
}: {
  readonly amount: number;
  readonly refunded: number;
  readonly disputes: readonly ("open" | "won" | "lost")[];
}): PaymentState {
  if (disputes.includes("lost")) return "charged_back";
  if (refunded === amount) return "refunded";
  if (disputes.includes("open")) return "disputed";
  return refunded > 0 ? "partly_refunded" : "paid";
}
