import { sql } from "kysely";
import { expect, test } from "vitest";
import { buy, newEmail } from "../testing/buyer.ts";
import { scatter } from "../testing/scatter.ts";
import { useServer } from "../testing/server.ts";

const server = useServer();

/**
 * Of the tables whose rows outlast an erasure, the columns that stay: sums, states, times, and names that are digests or
 * chance. Of `payload` and `holder`, some values stay. A new column is thought of here, or in `testing/scatter.ts` and
 * `db/erase.ts`.
 */
const KEPT: Readonly<Record<string, string>> = {
  checkouts:
    "amount asked_at brand busy_since busy_with checkout_id created_at currency event_id first_days gift_places offer page_origin product product_name promo provider provider_reference renewal_amount renewal_days repeatable return_origin reviewed_at session_id settled_at status unknown_since untold_since way",
  disputes:
    "amount at checkout_id currency provider reference state told_at transaction withdrawn",
  gift_openings: "gift_id opened_at opening",
  operator_actions: "action action_id begun_at ended_at subject",
  outbox: "created_at kind message_id next_try_at payload place sent_at tries",
  payments:
    "amount checkout_id currency paid_at payment_id refund_due refunded refunded_at session_id state transaction withdrawn",
  promo_uses: "brand checkout_id holder promo",
  refunds:
    "amount asked_at at checkout_id currency made_at reference refund_id status transaction",
  sessions:
    "brand created_at erased_at is_new_visitor session_id stays visitor_id",
  visitors: "brand created_at seen_at stays visitor_id",
};

/** What an erasure empties and nobody is given a copy of: keys, addresses that are over, what operators noted down. */
const UNTOLD: Readonly<Record<string, string>> = {
  checkouts: "card_token provider_page",
  operator_actions: "asked outcome",
  outbox: "session_id",
};

/** A value of a row as the copy writes it: times in universal time. */
function inCopy(value: string): string {
  return /^\d{4}-\d\d-\d\dT/.test(value)
    ? new Date(value).toISOString()
    : value;
}

type Row = Readonly<Record<string, unknown>>;

async function rowsOf(table: string): Promise<readonly Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(t) as row from ${sql.table(table)} t`.execute(server.db);
  return rows.map(({ row }) => row);
}

async function allRows(): Promise<ReadonlyMap<string, readonly Row[]>> {
  const rows = new Map<string, readonly Row[]>();
  for (const table of Object.keys(KEPT)) rows.set(table, await rowsOf(table));
  return rows;
}

test("an erasure takes each column of what it leaves, but those that are known to be nobody's", async () => {
  await buy(server, newEmail());
  const others = await allRows();
  const email = newEmail();
  await scatter(server, await buy(server, email));
  const put = await allRows();
  const query = String(new URLSearchParams({ email }));
  const answer = await server.send(`/api/admin/contacts/export?${query}`);
  const copy = JSON.stringify(answer.json);
  await server.send("/api/admin/contacts/erase", {
    method: "POST",
    body: { email },
  });
  const left = await allRows();
  const tables = await server.db.introspection.getTables();
  for (const [table, kept] of Object.entries(KEPT)) {
    const isKnown = new Set(
      others.get(table)?.map((row) => JSON.stringify(row)),
    );
    const valuesOf = (rows: readonly Row[] | undefined, column: string) =>
      (rows ?? [])
        .filter((row) => !isKnown.has(JSON.stringify(row)))
        .map((row) => JSON.stringify(row[column]))
        .filter((value) => value !== "null");
    const columns = tables.find(({ name }) => name === table)?.columns ?? [];
    const staying = columns.filter(({ name }) => {
      const own = valuesOf(put.get(table), name);
      const after = new Set(valuesOf(left.get(table), name));
      return own.length === 0 || own.some((value) => after.has(value));
    });
    expect(
      staying.map(({ name }) => name).toSorted(),
      `columns of ${table} that no erasure is seen to empty: each is in KEPT, or filled by testing/scatter.ts and emptied by db/erase.ts`,
    ).toEqual(kept.split(" "));
    const told = (column: string) =>
      valuesOf(put.get(table), column).every((value) =>
        copy.includes(inCopy(value.replaceAll(/^"|"$/g, ""))),
      );
    const silent = columns
      .map(({ name }) => name)
      .filter((name) => !kept.split(" ").includes(name) && !told(name));
    expect(
      silent.toSorted(),
      `columns of ${table} that an erasure empties and the copy of a person does not have: db/persons.ts reads them, or they are in UNTOLD`,
    ).toEqual(UNTOLD[table]?.split(" ") ?? []);
  }
});
