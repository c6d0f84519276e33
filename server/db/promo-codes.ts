import { type RawBuilder, sql, type Transaction } from "kysely";
import { goesOn, pageOf } from "./bought.ts";
import type { Holders, SessionHolders } from "./countdowns.ts";
import {
  type Checkout,
  type Database,
  type Tables,
  WAITING,
} from "./tables.ts";

/** A promo code in somebody's hands. */
export interface Held {
  readonly promo: string;
  readonly code: string;
  readonly given_at: Date;
}

/** The codes of these holders, one for each promo: the one that was given first. */
export async function findHeld(
  db: Database,
  { brand, names }: Holders,
): Promise<readonly Held[]> {
  const rows = await db
    .selectFrom("promo_codes")
    .select(["promo", "code", "given_at"])
    .where("brand", "=", brand)
    .where("holder", "in", names)
    .orderBy("given_at", "desc")
    .orderBy("code")
    .execute();
  return [...new Map(rows.map((row) => [row.promo, row])).values()];
}

/** Whether anybody of the brand holds this code. */
export async function isGiven(
  db: Database,
  brand: string,
  code: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("promo_codes")
    .select("code")
    .where("brand", "=", brand)
    .where("code", "=", code)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a code to its holders, unless they have one of the same promo: the earlier one stays, for all of them. */
export async function giveCode(
  db: Database,
  holders: Holders,
  given: Held,
): Promise<void> {
  const held = await findHeld(db, holders);
  const own = held.find(({ promo }) => promo === given.promo) ?? given;
  await keep(db, holders, [own]);
}

/** From now on, all holders have the same codes. */
export async function shareCodes(
  db: Database,
  holders: Holders,
): Promise<void> {
  await keep(db, holders, await findHeld(db, holders));
}

async function keep(
  db: Database,
  { brand, names }: Holders,
  held: readonly Held[],
): Promise<void> {
  // In one order everywhere: two calls never wait for each other's rows.
  const rows = held
    .toSorted((a, b) => (a.promo < b.promo ? -1 : 1))
    .flatMap((own) =>
      names.toSorted().map((holder) => ({ brand, holder, ...own })),
    );
  if (rows.length === 0) return;
  await db
    .insertInto("promo_codes")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["brand", "holder", "promo"])
        .doUpdateSet((eb) => ({
          code: eb.ref("excluded.code"),
          given_at: eb.ref("excluded.given_at"),
        }))
        .whereRef("promo_codes.given_at", ">", "excluded.given_at"),
    )
    .execute();
}

/** What lowers an order, and how often it may. */
export interface PromoUse {
  readonly promo: string;
  readonly holders: SessionHolders;
  readonly limit: number | null;
  readonly each: number | null;
}

const COUNTED = ["paid", ...WAITING] as const;

type Uses = Pick<Database, "selectFrom">;

type Place = Pick<Checkout, "session_id" | "product" | "offer" | "repeatable">;

/**
 * The order, `checkouts`, is set aside, and another one is in its place, for the same product or another plan of the page:
 * where both are paid, one of them goes back.
 */
const isReplacedBy = (next: {
  readonly [K in keyof Place]: Place[K] | RawBuilder<unknown>;
}) => sql<boolean>`(checkouts.status <> 'paid' and checkouts.offer is null
  and checkouts.session_id = ${next.session_id}
  and (checkouts.product = ${next.product} or not (checkouts.repeatable or ${next.repeatable}))
  and ${pageOf("checkouts")} is not distinct from ${next.offer})`;

/** Both stay where the other plan had been paid before this one was wanted, or has ended. */
const IS_REPLACED = sql<boolean>`exists (
  select 1 from checkouts next
  where next.promo = promo_uses.promo and next.status in (${sql.join(COUNTED)})
  and ${isReplacedBy({
    session_id: sql.ref("next.session_id"),
    product: sql.ref("next.product"),
    offer: sql.ref("next.offer"),
    repeatable: sql.ref("next.repeatable"),
  })}
  and (next.product = checkouts.product
    or (coalesce(next.settled_at >= checkouts.created_at, true) and ${goesOn("next")})))`;

/**
 * The orders of a promo that wait or are paid. One that is set aside can still be paid: its use is taken, unless it went
 * over to the order in its place.
 */
function usesOf(
  db: Uses,
  { promo, holders }: Pick<PromoUse, "promo" | "holders">,
) {
  return db
    .selectFrom("promo_uses")
    .innerJoin("checkouts", "checkouts.checkout_id", "promo_uses.checkout_id")
    .where("promo_uses.brand", "=", holders.brand)
    .where("promo_uses.promo", "=", promo)
    .where("status", "in", COUNTED)
    .where(({ not }) => not(IS_REPLACED));
}

/**
 * Whether a promo is used up for its holders: by everybody's orders for `limit`, but those of the session that would give
 * way, and for `each` by those that they have paid or that the session has set aside.
 */
export async function isUsedUp(db: Uses, use: PromoUse): Promise<boolean> {
  const { limit, each, holders } = use;
  // One after the other: it may be asked in a transaction.
  const all = limit === null ? 0 : await count(usesOfOthers(db, use));
  const own =
    each === null
      ? 0
      : await count(
          usesOf(db, use)
            .where("holder", "in", holders.names)
            .where((eb) =>
              eb.or([
                eb("status", "=", "paid"),
                eb("offer", "is", null).and("holder", "=", holders.session),
              ]),
            ),
        );
  return (each !== null && own >= each) || (limit !== null && all >= limit);
}

/** Without the orders of the session that wait at their offer: the one of these that is paid is its next one, or none. */
function usesOfOthers(db: Uses, use: PromoUse) {
  return usesOf(db, use).where((eb) =>
    eb.or([
      eb("status", "=", "paid"),
      eb("offer", "is", null),
      eb(
        "checkouts.checkout_id",
        "not in",
        usesOf(db, use)
          .where("holder", "=", use.holders.session)
          .select("checkouts.checkout_id"),
      ),
    ]),
  );
}

async function count(uses: ReturnType<typeof usesOf>): Promise<number> {
  const { uses: found } = await uses
    .select(({ fn }) =>
      fn.count<string>("checkouts.checkout_id").distinct().as("uses"),
    )
    .executeTakeFirstOrThrow();
  return Number(found);
}

/**
 * Whether one more order may be lowered, until the transaction ends: an order of the session that waits has to be given
 * up first. One that is set aside cannot be; its use is taken until it ends, or goes over to the order in its place. What
 * waits in another session is not closed by whoever has typed in its email, and counts for `limit` alone until it is
 * paid: else that email would keep its owner from their own code.
 */
export async function takeUse(
  trx: Transaction<Tables>,
  use: PromoUse,
  place: Place,
): Promise<"free" | "used-up" | Checkout> {
  const { promo, holders, limit, each } = use;
  const { brand } = holders;
  await trx
    .insertInto("promo_turns")
    .values({ brand, promo })
    .onConflict((conflict) =>
      conflict.columns(["brand", "promo"]).doUpdateSet({ promo }),
    )
    .execute();
  const uses = usesOf(trx, use).where(({ not }) => not(isReplacedBy(place)));
  const own = await uses
    .where("holder", "in", holders.names)
    .where((eb) =>
      eb.or([eb("status", "=", "paid"), eb("holder", "=", holders.session)]),
    )
    .selectAll("checkouts")
    .distinctOn("checkouts.checkout_id")
    .execute();
  const waiting = own.find(
    ({ status, offer }) => status !== "paid" && offer !== null,
  );
  const all = limit === null ? 0 : await count(uses);
  const isOver =
    (each !== null && own.length >= each) || (limit !== null && all >= limit);
  return isOver ? (waiting ?? "used-up") : "free";
}

/** Counts an order among the uses. */
export async function addUse(
  trx: Transaction<Tables>,
  checkoutId: string,
  { promo, holders: { brand, names } }: PromoUse,
): Promise<void> {
  await trx
    .insertInto("promo_uses")
    .values(
      names.map((holder) => ({
        checkout_id: checkoutId,
        brand,
        promo,
        holder,
      })),
    )
    .execute();
}
