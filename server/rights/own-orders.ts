import { findSoldIn, readOrder } from "../db/orders.ts";
import { findOwner } from "../db/persons.ts";
import type { Database } from "../db/tables.ts";
import { viewOrder } from "../orders/view.ts";

/** What was paid under an email, newest first: every order that money was taken for, or whose plan is known. */
export async function readOwnOrders(db: Database, email: string) {
  const { sessions } = await findOwner(db, email);
  const orders = [];
  for (const id of await findSoldIn(db, sessions)) {
    const order = await readOwnOrder(db, id);
    if (order !== null) orders.push(order);
  }
  return orders;
}

/** One of them; null when there is none of this id. */
export async function readOwnOrder(db: Database, checkoutId: string) {
  const order = await readOrder(db, checkoutId);
  return order && viewOrder(order);
}

/** What `readOwnOrder` answers. */
export type OwnOrder = NonNullable<Awaited<ReturnType<typeof readOwnOrder>>>;
