import { findConsents } from "../db/consents.ts";
import { findOpened } from "../db/gifts.ts";
import { findOrdersIn, readOrder } from "../db/orders.ts";
import { findSent, type SentServices } from "../db/person-messages.ts";
import {
  findPaying,
  findFor,
  findShown,
  findTold,
  findToldWithOrders,
  type AskedBy,
} from "../db/persons.ts";
import { findRefused } from "../db/unsubscribe-links.ts";
import { viewOrder } from "../orders/view.ts";

/** Everything that is known of whoever gave this email, but for pictures themselves; null when nothing is. */
export async function readPerson(
  services: SentServices,
  email: string,
  by: AskedBy = "operator",
) {
  const { db } = services;
  const person = await findFor(by, db, email);
  const view = {
    email: person.email,
    ...(await findTold(db, person)),
    privacy_choices: await findConsents(db, person.sessions),
    orders: await findOrdersIn(db, person.sessions),
    told_with_orders: await findToldWithOrders(db, person),
    ...(await findPaying(db, person)),
    gifts_opened: await findOpened(db, person.email),
    ...(await findSent(services, person)),
    mails_refused: await findRefused(db, person),
    ...(await findShown(db, person)),
  };
  const isKnown = Object.values(view).some(
    (part) => Array.isArray(part) && part.length > 0,
  );
  return isKnown ? view : null;
}

/** What `readPerson` answers. */
export type PersonView = NonNullable<Awaited<ReturnType<typeof readPerson>>>;

/** The same to hand over: each order with all that was paid, given back and disputed. */
export async function exportPerson(
  services: SentServices,
  email: string,
  by: AskedBy = "operator",
) {
  const person = await readPerson(services, email, by);
  if (person === null) return null;
  const orders = [];
  for (const { checkout_id } of person.orders) {
    const order = await readOrder(services.db, checkout_id);
    if (order === null) continue;
    // What operators did is about the operators.
    const { actions: _, ...view } = viewOrder(order);
    orders.push(view);
  }
  return { ...person, orders };
}
