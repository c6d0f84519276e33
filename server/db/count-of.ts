import type { SelectQueryBuilder } from "kysely";

/** How many rows a query has that selects nothing yet. */
export async function countOf<DB, T extends keyof DB>(
  query: SelectQueryBuilder<DB, T, object>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .$castTo<{ count: string }>()
    .executeTakeFirstOrThrow();
  return Number(count);
}
