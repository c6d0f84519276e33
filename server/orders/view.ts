import type { readOrder } from "../db/orders.ts";
import type { Sent } from "../db/person-messages.ts";
import { balanceOf } from "../ledger/payment.ts";

type Order = NonNullable<Awaited<ReturnType<typeof readOrder>>>;

/** An order as operators see it: each payment and renewal with what it comes to. */
export function viewOrder({ payments, ...order }: Order) {
  return {
    ...order,
    payments: payments.map(({ account, kept: _, ...money }) => ({
      ...money,
      ...balanceOf(account),
    })),
  };
}

/** What `viewOrder` answers, with what was sent about the order. */
export type OrderView = ReturnType<typeof viewOrder> & Sent;
