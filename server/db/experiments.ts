import { sql, type Transaction } from "kysely";
import { RETURNED } from "../ledger/payment.ts";
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

/**
 * One row a configuration and side: who has seen it, which of them converted, and which of those have been given back
 * all that they paid the brand.
 */
export async function countExposures(db: Database) {
  const rows = await db
    .selectFrom("ab_assignments as a")
    .innerJoin(
      "ab_configurations as k",
      "k.configuration_id",
      "a.configuration_id",
    )
    .leftJoin("conversions as v", (join) =>
      join
        .onRef("v.brand", "=", "a.brand")
        .onRef("v.variable_block", "=", "a.variable_block")
        .onRef("v.visitor_id", "=", "a.visitor_id"),
    )
    .leftJoin(returnedBuyers(db).as("b"), (join) =>
      join
        .onRef("b.brand", "=", "a.brand")
        .onRef("b.visitor_id", "=", "a.visitor_id"),
    )
    .where("a.exposed_at", "is not", null)
    .groupBy([
      "a.brand",
      "a.variable_block",
      "a.configuration_id",
      "k.variants",
      "a.component",
      "a.mixed",
      sql`a.source = 'forced'`,
    ])
    .select((eb) => [
      "a.brand",
      "a.variable_block",
      "k.variants",
      "a.component",
      "a.mixed",
      sql<boolean>`a.source = 'forced'`.as("forced"),
      eb.fn.countAll<string | number>().as("visitors"),
      eb.fn.count<string | number>("v.visitor_id").as("converted"),
      sql<
        string | number
      >`count(v.visitor_id) filter (where b.visitor_id is not null)`.as(
        "refunded",
      ),
    ])
    .execute();
  return rows.map(({ converted, ...row }) => ({
    ...row,
    visitors: Number(row.visitors),
    conversions: Number(converted) - Number(row.refunded),
    refunded: Number(row.refunded),
  }));
}

/** Who has paid a brand, and has kept nothing of it. */
function returnedBuyers(db: Database) {
  return db
    .selectFrom("payments as p")
    .innerJoin("checkouts as c", "c.checkout_id", "p.checkout_id")
    .innerJoin("sessions as s", "s.session_id", "p.session_id")
    .select(["c.brand", "s.visitor_id"])
    .groupBy(["c.brand", "s.visitor_id"])
    .having(sql<boolean>`bool_and(p.state in (${sql.join(RETURNED)}))`);
}
