import type { Hono } from "hono";
import type { AppEnv, Services } from "../context.ts";
import type { Checkout } from "../db/checkouts.ts";

/** What became of a charge on a saved payment method. */
export type ChargeOutcome = "paid" | "declined" | "needs_authentication";

/** Somebody who takes money. One file here and one line in the registry add another. */
export interface Provider {
  readonly id: string;
  /** Prepares the payment of a new checkout and answers the page where the visitor pays: a path, or an address. */
  open(checkout: Checkout): Promise<string>;
  /** Where the visitor goes on with a checkout that waits for them: to pay, or to confirm. */
  pageOf(checkout: Checkout): string;
  /**
   * Charges a saved method. Must charge once however often it is asked for the same checkout, because a call whose
   * answer got lost is made again.
   */
  charge(checkout: Checkout, token: string): Promise<ChargeOutcome>;
  /** Pages and calls of its own, below `/api/pay/<id>`. */
  routes(services: Services): Hono<AppEnv>;
}
