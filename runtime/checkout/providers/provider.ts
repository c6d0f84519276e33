import type { CheckoutStatus, MakeCharge } from "../../../generated/api.ts";
import type { Product } from "../../../generated/contract.ts";
import type { Client } from "../../api/client.ts";
import type { PaymentPage } from "../../api/pay.ts";
import type { Attempt, Details } from "../../core/attempt.ts";
import type { Answer, StateOf } from "../machine.ts";

/** What a payment page is opened for. */
export interface Sale {
  readonly attempt: Attempt;
  readonly details: Details;
  readonly product: Product;
}

/** Opens the attempt's payment page by a call of the provider's own. */
export type OpenPage = (
  client: Client,
  to: StateOf<"opening">,
  sale: Sale,
) => Promise<Answer>;

/**
 * Charges at once what the provider has saved of the visitor, for the price that the event has confirmed; `key` makes
 * repeating safe.
 */
export type ChargeSaved = (
  client: Client,
  key: string,
  product: string,
  eventId: string,
) => Promise<Pick<MakeCharge["answer"], "checkout_id"> & Told>;

type Told = Pick<CheckoutStatus["answer"], "status" | "url">;

/** A payment page that has an address. */
export function opened(
  to: StateOf<"opening">,
  attempt: Attempt,
  { checkout_id: payment, url }: PaymentPage,
): Answer {
  return {
    kind: "opened",
    to,
    attempt: { ...attempt, payment },
    way: { kind: "leave", url },
  };
}
