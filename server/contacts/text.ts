import { period } from "../../generated/period.ts";
import { formatMoney } from "../checkout/money.ts";
import type { Erased } from "../db/erase.ts";
import type { ContactLine } from "../db/persons.ts";
import {
  inWords,
  sections,
  table,
  type Table,
  timeOf,
  visible,
} from "../orders/table.ts";
import type { Columns } from "../orders/csv.ts";
import { sentTables } from "../orders/tables.ts";
import { olderOnes, ordersText } from "../orders/text.ts";
import type { PersonView } from "./person.ts";

/** What stands in the columns of a list of contacts. */
export const CONTACT_HEADS = ["left", "email", "name", "brand"] as const;

/** Contacts as a table, with the way to older ones. */
export function contactsText(
  contacts: readonly ContactLine[],
  next: string | null,
): string {
  if (contacts.length === 0) return "No contact was found.\n";
  const rows = contacts.map((contact) => contactRow(contact, timeOf));
  return table([CONTACT_HEADS, ...rows]) + olderOnes(next);
}

/** Contacts in a file for table programs, with times in ISO 8601. */
export const CONTACT_COLUMNS: Columns<ContactLine> = {
  heads: CONTACT_HEADS,
  rowOf: (one) => contactRow(one, (at) => at.toISOString()),
};

function contactRow(
  { created_at, email, name, brand }: ContactLine,
  inWords: (time: Date) => string,
): string[] {
  return [inWords(created_at), email, name ?? "", brand ?? ""];
}

/** A person with everything that is known of them. */
export function personText(view: PersonView): string {
  return [
    visible(view.email),
    ...sections(personTables(view)),
    ...(view.orders.length === 0
      ? []
      : ["", "Orders", ordersText(view.orders).trimEnd()]),
    "",
  ].join("\n");
}

/** What is known of a person beside the orders: each part has a table of its own. */
type Part = Exclude<keyof PersonView, "email" | "orders">;
type Titled = readonly [heading: string, Table];

/** What is known of a person beside the orders, as tables under headings. */
export function personTables(
  view: PersonView,
): Readonly<Record<string, Table>> {
  return Object.fromEntries(Object.values(partTables(view)));
}

function partTables(view: PersonView): Readonly<Record<Part, Titled>> {
  const sent = sentTables(view);
  const own = (heading: keyof typeof sent): Titled => [heading, sent[heading]];
  return {
    ...toldTables(view),
    subscriptions: titled(
      "Subscriptions",
      ["order", "state", "renews for", "provider"],
      view.subscriptions.map((one) => [
        one.checkout_id,
        one.status,
        `${formatMoney(one.amount, one.currency)} every ${period(one.every_days)}`,
        `${one.provider} ${one.reference ?? ""}`.trimEnd(),
      ]),
    ),
    gifts_opened: titled(
      "Gifts that were opened",
      ["opened", "gift"],
      view.gifts_opened.map((one) => [
        timeOf(one.opened_at),
        `${one.brand}/${one.product}`,
      ]),
    ),
    saved_methods: titled(
      "Saved ways to pay",
      ["provider", "card"],
      view.saved_methods.map((method) => [
        method.provider,
        `${method.brand} ${method.last4}`,
      ]),
    ),
    mails: own("Mails that were sent"),
    messages: own("Messages to receivers"),
    mails_refused: titled(
      "Mails that were refused",
      ["refused", "brand"],
      view.mails_refused.map(({ brand, refused_at }) => [
        refused_at === null ? "" : timeOf(refused_at),
        brand,
      ]),
    ),
    ...shownTables(view),
  };
}

function titled(
  heading: string,
  heads: readonly string[],
  rows: Table["rows"],
): Titled {
  return [heading, { heads, rows }];
}

function toldTables(view: PersonView) {
  return {
    contacts: titled(
      "Contacts",
      ["left", "what was told"],
      view.contacts.map(({ created_at, fields }) => [
        timeOf(created_at),
        inWords(fields),
      ]),
    ),
    visits: titled(
      "Visits",
      ["begun", "brand", "device", "visitor", "open until"],
      view.visits.map((one) => [
        timeOf(one.created_at),
        one.brand ?? "",
        one.device_id ?? "",
        one.visitor_id,
        one.expires_at === null ? "" : timeOf(one.expires_at),
      ]),
    ),
    privacy_choices: titled(
      "Privacy choices",
      ["chosen", "brand", "allowed", "question"],
      view.privacy_choices.map((one) => [
        timeOf(one.chosen_at),
        one.brand,
        one.purposes.length === 0 ? "nothing" : one.purposes.join(", "),
        String(one.version),
      ]),
    ),
    told_with_orders: titled(
      "Told with orders",
      ["order", "what was told", "page", "card"],
      view.told_with_orders.map((one) => [
        one.checkout_id,
        inWords(one.details),
        one.return_path,
        `${one.card_brand ?? ""} ${one.card_last4 ?? ""}`.trim(),
      ]),
    ),
  };
}

function shownTables(view: PersonView) {
  return {
    prices: titled(
      "Prices that were shown",
      ["shown", "product", "amount", "promo code", "order"],
      view.prices.map((price) => [
        timeOf(price.confirmed_at),
        price.product,
        formatMoney(price.amount, price.currency),
        price.promo ?? "",
        price.checkout_id ?? "",
      ]),
    ),
    promo_codes: titled(
      "Promo codes",
      ["given", "promotion", "code"],
      view.promo_codes.map(({ brand, promo, code, given_at }) => [
        timeOf(given_at),
        `${brand}/${promo}`,
        code,
      ]),
    ),
    countdowns: titled(
      "Countdowns",
      ["funnel", "ends"],
      view.countdowns.map(({ brand, funnel, ends_at }) => [
        `${brand}/${funnel}`,
        timeOf(ends_at),
      ]),
    ),
    experiments: titled(
      "Experiments",
      ["experiment", "side", "seen"],
      view.experiments.map((one) => [
        `${one.brand}/${one.variable_block}`,
        one.component,
        one.exposed_at === null ? "never" : timeOf(one.exposed_at),
      ]),
    ),
    pictures: titled(
      "Pictures",
      ["asked for", "picture", "state"],
      view.pictures.map(({ job_id, status, created_at }) => [
        timeOf(created_at),
        job_id,
        status,
      ]),
    ),
  };
}

/** What an erasure has deleted, and what it has kept and why. */
export function erasedText({ deleted, kept }: Erased): string {
  const gone = Object.entries(deleted)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name.replaceAll("_", " ")} ${count}`);
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
          `Kept: ${orders === 1 ? "one order with its sum and state" : `${orders} orders with their sums and states`}, without name, email, card and answers. Money that was taken has to stay in the books, and a payment may still be told of.`,
        ]),
    ...renewing.map(
      ({ checkout_id, provider, reference }) =>
        `Still renews: order ${checkout_id} at ${provider} (${reference ?? "no reference"}). Cancel it there.`,
    ),
    "Payment providers, receivers of messages and the mail server keep what they were given: ask them to erase it as well.",
  ];
}
