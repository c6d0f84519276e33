import { type Kysely, sql } from "kysely";

/**
 * What operators and providers wrote that may quote an address: a few rows, which each erasure reads. The condition is
 * an equality, of which the database expects few rows before it has looked.
 */
export async function indexesOfQuotes(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of [
    ["refunds", "reason"],
    ["disputes", "reason"],
    ["operator_actions", "asked"],
    ["operator_actions", "outcome"],
  ] as const)
    await sql`create index ${sql.ref(`${table}_quoting_by_${column}`)}
      on ${sql.table(table)} ((true))
      where least(strpos(${sql.ref(column)}::text, '@'), 1) = 1`.execute(db);
}
