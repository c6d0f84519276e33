import { formatMoney } from "../checkout/money.ts";
import type { Erased } from "../db/erase.ts";
import type { ContactLine } from "../db/persons.ts";
import { section, table, timeOf } from "../orders/table.ts";
import { ordersText, sentTables } from "../orders/text.ts";
import type { PersonView } from "./person.ts";

/** Contacts as a table. */
export function contactsText(contacts: readonly ContactLine[]): string {
  if (contacts.length === 0) return "No contact was found.\n";
  const rows = contacts.map(({ email, name, created_at }) => [
    timeOf(created_at),
    email,
    name ?? "",
  ]);
  return table([["left", "email", "name"], ...rows]);
}

/** A person with everything that is known of them. */
export function personText(view: PersonView): string {
  return [
    view.email,
    ...Object.entries(personTables(view)).flatMap(([heading, rows]) =>
      section(heading, rows),
    ),
    ...(view.orders.length === 0
      ? []
      : ["", "Orders", ordersText(view.orders).trimEnd()]),
    "",
  ].join("\n");
}

type Rows = readonly (readonly string[])[];

/** What is known of a person beside the orders, as rows under headings. */
export function personTables(view: PersonView): Readonly<Record<string, Rows>> {
  return {
    Contacts: view.contacts.map(({ created_at, fields }) => [
      timeOf(created_at),
      Object.entries(fields)
        .map(([name, value]) => `${name}: ${value}`)
        .join(", "),
    ]),
    Subscriptions: view.subscriptions.map((one) => [
      one.checkout_id,
      one.status,
      `${formatMoney(one.amount, one.currency)} every ${one.every_days} days`,
      `${one.provider} ${one.reference ?? ""}`.trimEnd(),
    ]),
    "Saved ways to pay": view.saved_methods.map((method) => [
      method.provider,
      `${method.brand} ${method.last4}`,
    ]),
    ...sentTables(view),
    ...shownTables(view),
  };
}

function shownTables(view: PersonView): Readonly<Record<string, Rows>> {
  return {
    "Promo codes": view.promo_codes.map(({ brand, promo, code, given_at }) => [
      timeOf(given_at),
      `${brand}/${promo}`,
      code,
    ]),
    Countdowns: view.countdowns.map(({ brand, funnel, ends_at }) => [
      `${brand}/${funnel}`,
      `ends ${timeOf(ends_at)}`,
    ]),
    Experiments: view.experiments.map((one) => [
      `${one.brand}/${one.variable_block}`,
      one.component,
      one.exposed_at === null ? "not seen" : `seen ${timeOf(one.exposed_at)}`,
    ]),
    Pictures: view.pictures.map(({ job_id, status, created_at }) => [
      timeOf(created_at),
      job_id,
      status,
    ]),
  };
}

/** What an erasure has deleted, and what it has kept and why. */
export function erasedText({ deleted, kept }: Erased): string {
  const gone = Object.entries(deleted)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name.replaceAll("_", " ")}`);
  return [
    gone.length === 0
      ? "Nothing was there to delete."
      : `Deleted: ${gone.join(", ")}.`,
    ...keptSentences(kept),
    "",
  ].join("\n");
}

/** What stays after an erasure, why, and what is left to do elsewhere. */
export function keptSentences({ orders, renewing }: Erased["kept"]): string[] {
  return [
    ...(orders === 0
      ? []
      : [
          `Kept: ${orders} orders with their sums and states, without name, email, card and answers. Money that was taken has to stay in the books, and a payment may still be told of.`,
        ]),
    ...renewing.map(
      ({ checkout_id, provider, reference }) =>
        `Still renews: order ${checkout_id} at ${provider} (${reference ?? "no reference"}). Cancel it there.`,
    ),
    "Payment providers, receivers of messages and the mail server keep what they were given: ask them to erase it as well.",
  ];
}
