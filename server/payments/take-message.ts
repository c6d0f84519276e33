import type { PaymentServices } from "../checkout/provider.ts";
import {
  finishEvent,
  noteProblem,
  type ReceivedEvent,
  receiveEvent,
} from "../db/webhook-events.ts";
import { describeError } from "../log.ts";

/** What a message has led to: everything is stored, or it tells of money that was taken for an order that is not there. */
export type Followed =
  | { readonly kind: "done" }
  | { readonly kind: "no-order"; readonly transaction: string };

export const DONE: Followed = { kind: "done" };

/**
 * Deals with a message of a provider, once. It is on disk before anything follows from it; what cannot be dealt with is
 * thrown, upon which the provider sends it again, and is left for somebody to look at, as is money without an order.
 */
export async function takeMessage(
  { db, now }: Pick<PaymentServices, "db" | "now">,
  event: ReceivedEvent,
  follow: () => Promise<Followed>,
): Promise<void> {
  const { event_id } = event;
  if (!(await receiveEvent(db, event, now()))) return;
  try {
    const followed = await follow();
    if (followed.kind === "done") return await finishEvent(db, event_id, now());
    const problem = `no order has this name; the money is ${followed.transaction}`;
    await noteProblem(db, event_id, { problem, no_order: true });
  } catch (error) {
    const problem = describeError(error).error;
    // Where the database is away, it is the reason as well.
    await noteProblem(db, event_id, { problem, no_order: false }).catch(
      () => undefined,
    );
    throw error;
  }
}
