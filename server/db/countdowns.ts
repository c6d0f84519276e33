import type { Database } from "./tables.ts";

/** Whose deadline it is: a session, and the emails that were given in it. */
export interface Holders {
  readonly brand: string;
  readonly names: readonly string[];
}

/** When the countdown of a funnel ends for its holders; null while it was not started. */
export async function findDeadline(
  db: Database,
  { brand, names }: Holders,
  funnel: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom("countdowns")
    .select("ends_at")
    .where("brand", "=", brand)
    .where("funnel", "=", funnel)
    .where("holder", "in", names)
    .orderBy("ends_at")
    .limit(1)
    .executeTakeFirst();
  return row?.ends_at ?? null;
}

/** Starts a countdown that ends then, unless it runs already or has ended: the earlier end counts, for all holders. */
export async function startCountdown(
  db: Database,
  holders: Holders,
  countdown: { readonly funnel: string; readonly endsAt: Date },
): Promise<Date> {
  const { funnel, endsAt } = countdown;
  const known = await findDeadline(db, holders, funnel);
  const ends_at = known !== null && known < endsAt ? known : endsAt;
  await keep(db, holders, [{ funnel, ends_at }]);
  return (await findDeadline(db, holders, funnel)) ?? ends_at;
}

/** From now on, all holders have the same deadlines: the earlier ones. */
export async function shareDeadlines(
  db: Database,
  holders: Holders,
): Promise<void> {
  const rows = await db
    .selectFrom("countdowns")
    .select(["funnel", "ends_at"])
    .where("brand", "=", holders.brand)
    .where("holder", "in", holders.names)
    .orderBy("ends_at", "desc")
    .execute();
  const earliest = new Map(rows.map((row) => [row.funnel, row]));
  await keep(db, holders, [...earliest.values()]);
}

async function keep(
  db: Database,
  { brand, names }: Holders,
  deadlines: readonly { readonly funnel: string; readonly ends_at: Date }[],
): Promise<void> {
  // In one order everywhere: two calls never wait for each other's rows.
  const rows = deadlines
    .toSorted((a, b) => (a.funnel < b.funnel ? -1 : 1))
    .flatMap((deadline) =>
      names.toSorted().map((holder) => ({ brand, holder, ...deadline })),
    );
  if (rows.length === 0) return;
  await db
    .insertInto("countdowns")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["brand", "holder", "funnel"])
        .doUpdateSet((eb) => ({ ends_at: eb.ref("excluded.ends_at") }))
        .whereRef("countdowns.ends_at", ">", "excluded.ends_at"),
    )
    .execute();
}
