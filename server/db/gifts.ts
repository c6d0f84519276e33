import type { Transaction } from "kysely";
import { isReturned, type PaymentState } from "../ledger/payment.ts";
import { newToken, type Random } from "../token.ts";
import { writeMessage } from "./outbox.ts";
import type { Checkout, Database, Tables } from "./tables.ts";

/** A gift that was paid for. */
export interface Gift {
  readonly gift_id: string;
  readonly checkout_id: string;
  readonly brand: string;
  readonly product: string;
  readonly product_name: string;
  /** How many people can open it. */
  readonly places: number;
  /** How many have. */
  readonly opened: number;
  /** The money has gone back to whoever paid. */
  readonly isReturned: boolean;
}

/** Makes the link of a gift whose money has just been taken. */
export async function makeGift(
  trx: Transaction<Tables>,
  { checkout_id, brand, gift_places }: Checkout,
  { now, random }: { readonly now: Date; readonly random: Random },
): Promise<void> {
  if (gift_places === null) return;
  await trx
    .insertInto("gifts")
    .values({
      gift_id: newToken(random),
      token: newToken(random),
      checkout_id,
      brand,
      places: gift_places,
      made_at: now,
    })
    .onConflict((conflict) => conflict.column("checkout_id").doNothing())
    .execute();
}

/** The token of the gift that an order is; null for one that is none, and once all of its money went back. */
export async function findGiftToken(
  db: Database,
  checkoutId: string,
): Promise<string | null> {
  const found = await db
    .selectFrom("gifts")
    .innerJoin("payments", "payments.checkout_id", "gifts.checkout_id")
    .select(["gifts.token", "payments.state"])
    .where("gifts.checkout_id", "=", checkoutId)
    .where("payments.refund_due", "=", false)
    .executeTakeFirst();
  return found === undefined || isReturned(found.state) ? null : found.token;
}

export async function findGift(
  db: Database | Transaction<Tables>,
  token: string,
): Promise<Gift | null> {
  const found = await db
    .selectFrom("gifts")
    .innerJoin("checkouts", "checkouts.checkout_id", "gifts.checkout_id")
    .innerJoin("payments", "payments.checkout_id", "gifts.checkout_id")
    .where("token", "=", token)
    .where("payments.refund_due", "=", false)
    .select((eb) => [
      "gifts.gift_id",
      "gifts.checkout_id",
      "gifts.brand",
      "gifts.places",
      "checkouts.product",
      "checkouts.product_name",
      "payments.state",
      eb
        .selectFrom("gift_openings")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .whereRef("gift_openings.gift_id", "=", "gifts.gift_id")
        .as("opened"),
    ])
    .executeTakeFirst();
  if (found === undefined) return null;
  const { state, opened, ...gift } = found;
  return {
    ...gift,
    opened: Number(opened ?? 0),
    isReturned: isReturned(state satisfies PaymentState),
  };
}

/** Every place is taken, by others; or the money has gone back. */
export type NotOpened = "taken" | "returned" | "unknown";

/**
 * Opens a gift for an email, and tells the outside of it. Whoever has opened it before opens it again, and takes no other
 * place: an answer may get lost.
 */
export function openGift(
  db: Database,
  token: string,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<Gift | NotOpened> {
  return db.transaction().execute(async (trx) => {
    // One after the other: the last place is taken once.
    await trx
      .selectFrom("gifts")
      .select("gift_id")
      .where("token", "=", token)
      .forUpdate()
      .executeTakeFirst();
    const gift = await findGift(trx, token);
    if (gift === null) return "unknown";
    const { gift_id, checkout_id, brand, product, opened } = gift;
    if (gift.isReturned) return "returned";
    const before = await trx
      .selectFrom("gift_openings")
      .select("opening")
      .where("gift_id", "=", gift_id)
      .where("email", "=", email)
      .executeTakeFirst();
    if (before !== undefined) return gift;
    if (opened >= gift.places) return "taken";
    await trx
      .insertInto("gift_openings")
      .values({ gift_id, opening: opened + 1, email, opened_at: now })
      .execute();
    await writeMessage(trx, {
      kind: "gift.opened",
      payload: { gift_id, checkout_id, brand, product, email },
      now,
    });
    return { ...gift, opened: opened + 1 };
  });
}

/** Whether somebody has opened a gift under an email, in small letters. */
export async function hasOpened(db: Database, email: string): Promise<boolean> {
  const found = await db
    .selectFrom("gift_openings")
    .select("gift_id")
    .where("email", "=", email)
    .executeTakeFirst();
  return found !== undefined;
}

/** The gifts that somebody has opened. */
export function findOpened(db: Database, email: string) {
  return db
    .selectFrom("gift_openings")
    .innerJoin("gifts", "gifts.gift_id", "gift_openings.gift_id")
    .innerJoin("checkouts", "checkouts.checkout_id", "gifts.checkout_id")
    .select(["gifts.brand", "checkouts.product", "gift_openings.opened_at"])
    .where("gift_openings.email", "=", email)
    .orderBy("gift_openings.opened_at")
    .execute();
}
