import { sql, type Transaction } from "kysely";
import { batched } from "./batch.ts";
import type { AbSource } from "./experiment-tables.ts";
import type { Checkout, Database, Tables } from "./tables.ts";

/** A visitor's side of an experiment. */
export interface Assignment {
  readonly brand: string;
  readonly variable_block: string;
  readonly visitor_id: string;
  readonly configuration_id: string;
  readonly component: string;
  readonly source: AbSource;
  readonly mixed: boolean;
  readonly assigned_at: Date;
  readonly exposed_at: Date | null;
}

interface Variant {
  readonly component: string;
  readonly weight: number;
}

/** Remembers how an experiment divides its visitors, once. */
export async function keepConfiguration(
  db: Database,
  configuration: {
    readonly configuration_id: string;
    readonly brand: string;
    readonly variable_block: string;
    readonly variants: readonly Variant[];
    readonly first_used_at: Date;
  },
): Promise<void> {
  const known = await db
    .selectFrom("ab_configurations")
    .select("configuration_id")
    .where("configuration_id", "=", configuration.configuration_id)
    .executeTakeFirst();
  if (known !== undefined) return;
  await db
    .insertInto("ab_configurations")
    .values({
      ...configuration,
      variants: JSON.stringify(configuration.variants),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The side kept for the visitor; `draft` is kept when there is none. */
export function assignOnce(
  db: Database,
  draft: Assignment,
): Promise<Assignment> {
  return db
    .insertInto("ab_assignments")
    .values(draft)
    .onConflict((conflict) =>
      // An update that changes nothing, because "do nothing" would not return the row.
      conflict
        .columns(["brand", "variable_block", "visitor_id"])
        .doUpdateSet((eb) => ({
          component: eb.ref("ab_assignments.component"),
        })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The visitor has seen this side. The side seen last is kept; whoever has seen two is marked, and whoever was sent to
 * one by the address stays so. Those that come at the same time are written by one statement; each is stored when it is
 * answered.
 */
export function recordExposure(
  db: Database,
  seen: Assignment,
): Promise<Assignment> {
  const known = exposures.get(db);
  if (known !== undefined) return known(seen);
  const record = batched({
    keyOf,
    write: (batch: readonly Assignment[]) => writeExposures(db, batch),
  });
  exposures.set(db, record);
  return record(seen);
}

const exposures = new WeakMap<
  Database,
  (seen: Assignment) => Promise<Assignment>
>();

function keyOf({ brand, variable_block, visitor_id }: Assignment): string {
  return JSON.stringify([brand, variable_block, visitor_id]);
}

async function writeExposures(
  db: Database,
  seen: readonly Assignment[],
): Promise<ReadonlyMap<string, Assignment>> {
  const rows = await db
    .insertInto("ab_assignments")
    .values([...seen])
    .onConflict((conflict) =>
      conflict.columns(["brand", "variable_block", "visitor_id"]).doUpdateSet({
        component: sql`excluded.component`,
        source: sql`case when ab_assignments.source = 'forced' then 'forced' else excluded.source end`,
        mixed: sql`ab_assignments.mixed or (ab_assignments.exposed_at is not null and ab_assignments.component <> excluded.component)`,
        exposed_at: sql`coalesce(ab_assignments.exposed_at, excluded.exposed_at)`,
      }),
    )
    .returningAll()
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/**
 * Counts a visitor's conversion for each of the experiments that they have seen a side of, once. Answers those for which
 * it had not been counted before.
 */
export async function recordConversion(
  db: Pick<Database, "insertInto">,
  { brand, visitor_id }: Pick<Assignment, "brand" | "visitor_id">,
  experiments: readonly string[],
  converted_at: Date,
): Promise<readonly string[]> {
  if (experiments.length === 0) return [];
  const counted = await db
    .insertInto("conversions")
    .columns(["brand", "variable_block", "visitor_id", "converted_at"])
    .expression((eb) =>
      eb
        .selectFrom("ab_assignments")
        .select([
          "brand",
          "variable_block",
          "visitor_id",
          sql<Date>`${converted_at}::timestamptz`.as("converted_at"),
        ])
        .where("brand", "=", brand)
        .where("visitor_id", "=", visitor_id)
        .where("variable_block", "in", experiments)
        .where("exposed_at", "is not", null)
        // In one order for all, so that of two that count at once none waits for the other in turn.
        .orderBy("variable_block"),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("variable_block")
    .execute();
  return counted.map(({ variable_block }) => variable_block);
}

/** Counts a sale for the experiments of its funnel that the buyer has seen. */
export async function recordSale(
  trx: Transaction<Tables>,
  { session_id, brand }: Checkout,
  experiments: readonly string[],
  now: Date,
): Promise<void> {
  const buyer = await trx
    .selectFrom("sessions")
    .select("visitor_id")
    .where("session_id", "=", session_id)
    .executeTakeFirst();
  if (buyer === undefined) return;
  const { visitor_id } = buyer;
  await recordConversion(trx, { brand, visitor_id }, experiments, now);
}

/** The side that a visitor has seen; null when they have seen none. */
export async function findExposed(
  db: Database,
  where: Pick<Assignment, "brand" | "variable_block" | "visitor_id">,
): Promise<Assignment | null> {
  const row = await db
    .selectFrom("ab_assignments")
    .selectAll()
    .where("brand", "=", where.brand)
    .where("variable_block", "=", where.variable_block)
    .where("visitor_id", "=", where.visitor_id)
    .where("exposed_at", "is not", null)
    .executeTakeFirst();
  return row ?? null;
}
