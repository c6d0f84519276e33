import type { Visitor } from "../../server/testing/calls.ts";
import type { Listed, PaymentDriver } from "./driver.ts";

/** What is the same for a plan as for what is paid once. */
export type Sale = Pick<
  PaymentDriver,
  "refund" | "dispute" | "decide" | "takeMessages" | "loseAnswers"
>;

/** What a provider's own pages say of a plan. */
export interface ListedPlan {
  readonly status: "active" | "past_due" | "cancelled";
  /** Neither over nor about to be. */
  readonly goesOn: boolean;
  readonly isPaused: boolean;
  /** Minor units of the next renewal. */
  readonly amount: number;
}

/** What a plan is sold by, and what happens to it afterwards in the provider's own pages. */
export interface PlanDriver extends Sale {
  /** The visitor pays for the plan; answers the order. */
  buy(visitor: Visitor): Promise<string>;
  /** Whether it has a call by which a plan is ended. */
  readonly cancels: boolean;
  renew(order: string): void;
  decline(order: string): void;
  /** It is to end with its period, or is over at once. */
  end(order: string, when: "later" | "now"): void;
  /** Somebody takes an end back, pauses, or changes the price; nothing where the provider has no such thing. */
  edit(order: string, what: "resume" | "pause" | "price"): void;
  /** A refund that was made is not paid out after all. */
  failRefund(transaction: string): void;
  /** All money that was taken for an order. */
  listed(order: string): readonly Listed[];
  plan(order: string): ListedPlan;
  /** Whether the plan goes on though all that had been taken was back once; of what the housekeeping ends, never. */
  stillRenews(order: string): boolean;
  /** Renewals that were taken when the plan was to be over, and are still here. */
  afterEnd(order: string): number;
}
