import { type Kysely, sql } from "kysely";

/** What is looked up for each person that is shown, exported, erased or whose time may be over. */
export async function indexesOfPersons(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of [
    ["subscriptions", "session_id"],
    ["countdowns", "holder"],
    ["promo_codes", "holder"],
    ["promo_uses", "holder"],
    ["ab_assignments", "visitor_id"],
  ] as const)
    await sql`create index ${sql.ref(`${table}_by_${column}`)}
      on ${sql.table(table)} (${sql.ref(column)})`.execute(db);
}
