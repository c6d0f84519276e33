import { sql, type Transaction } from "kysely";
import { RETURNED } from "../ledger/payment.ts";
import type { Assignment } from "./experiments.ts";
import type { Database, Tables } from "./tables.ts";

/**
 * One row a configuration and side: who has seen it, which of them converted, and which of those have been given back
 * all that they paid the brand. One experiment after the other, and conversions apart from those who have only seen a
 * side: each statement has to end in time.
 */
export async function countExposures(db: Database) {
  const configurations = await db
    .selectFrom("ab_configurations")
    .selectAll()
    .execute();
  const variantsOf = new Map(
    configurations.map((one) => [one.configuration_id, one.variants]),
  );
  const experiments = new Map(
    configurations.map(({ brand, variable_block }) => [
      JSON.stringify([brand, variable_block]),
      { brand, variable_block },
    ]),
  );
  const counts = [];
  for (const experiment of experiments.values())
    for (const { configuration_id, ...side } of await countSides(
      db,
      experiment,
    ))
      counts.push({
        ...experiment,
        ...side,
        variants: variantsOf.get(configuration_id) ?? [],
      });
  return counts;
}

type Experiment = Pick<Assignment, "brand" | "variable_block">;

/** Both counts as they are at one moment. */
function countSides(db: Database, experiment: Experiment) {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      const seen = await sidesOf(trx, experiment)
        .select((eb) => eb.fn.countAll<string | number>().as("visitors"))
        .execute();
      const converted = await sidesOf(trx, experiment)
        .innerJoin("conversions as v", (join) =>
          join
            .onRef("v.brand", "=", "a.brand")
            .onRef("v.variable_block", "=", "a.variable_block")
            .onRef("v.visitor_id", "=", "a.visitor_id"),
        )
        .leftJoin(returnedBuyers(trx, experiment.brand).as("b"), (join) =>
          join.onRef("b.visitor_id", "=", "a.visitor_id"),
        )
        .select((eb) => [
          eb.fn.countAll<string | number>().as("all"),
          eb.fn.count<string | number>("b.visitor_id").as("refunded"),
        ])
        .execute();
      const known = new Map(converted.map((row) => [sideOf(row), row]));
      return seen.map((row) => {
        const { all, refunded } = known.get(sideOf(row)) ?? NONE;
        return {
          ...row,
          visitors: Number(row.visitors),
          conversions: Number(all) - Number(refunded),
          refunded: Number(refunded),
        };
      });
    });
}

const NONE = { all: 0, refunded: 0 };

/** Those who have seen a side of an experiment, by what is counted apart. */
function sidesOf(
  trx: Transaction<Tables>,
  { brand, variable_block }: Experiment,
) {
  const forced = sql<boolean>`a.source = 'forced'`;
  return trx
    .selectFrom("ab_assignments as a")
    .where("a.brand", "=", brand)
    .where("a.variable_block", "=", variable_block)
    .where("a.exposed_at", "is not", null)
    .groupBy(["a.configuration_id", "a.component", "a.mixed", forced])
    .select([
      "a.configuration_id",
      "a.component",
      "a.mixed",
      forced.as("forced"),
    ]);
}

type Side = Awaited<ReturnType<ReturnType<typeof sidesOf>["execute"]>>[number];

function sideOf({ configuration_id, component, mixed, forced }: Side): string {
  return JSON.stringify([configuration_id, component, mixed, forced]);
}

/**
 * Those of whose payments to a brand nothing is kept, nor of the renewals of what they bought: among the few who were
 * given something back.
 */
function returnedBuyers(trx: Transaction<Tables>, brand: string) {
  const returned = sql.join(RETURNED);
  return trx
    .selectFrom("payments as p")
    .innerJoin("checkouts as c", "c.checkout_id", "p.checkout_id")
    .innerJoin("sessions as s", "s.session_id", "p.session_id")
    .where("c.brand", "=", brand)
    .where("s.visitor_id", "in", (eb) =>
      eb
        .selectFrom("payments as returned")
        .innerJoin("checkouts", "checkouts.checkout_id", "returned.checkout_id")
        .innerJoin("sessions", "sessions.session_id", "returned.session_id")
        .select("sessions.visitor_id")
        .where("returned.state", "in", RETURNED)
        .where("checkouts.brand", "=", brand),
    )
    .select("s.visitor_id")
    .groupBy("s.visitor_id")
    .having(
      sql<boolean>`bool_and(p.state in (${returned}) and not exists (
        select 1 from renewals r
        where r.checkout_id = p.checkout_id and r.state not in (${returned})))`,
    );
}
