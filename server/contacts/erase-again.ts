import { eraseAgain, erasePerson, type Erased } from "../db/erase.ts";
import { findMentioned } from "../db/mentions.ts";
import { DIGEST } from "../db/order-digest.ts";
import type { Database } from "../db/tables.ts";
import { wrong } from "../orders/asked.ts";

/** Where somebody was erased, as the log names it. */
export interface WhereErased {
  readonly sessions: readonly string[];
  readonly mentions: readonly string[];
}

/** Erases what was left in these sessions, and whoever is mentioned in these places as they had asked for. */
export async function eraseWhere(
  db: Database,
  now: Date,
  { sessions, mentions }: WhereErased,
): Promise<Erased> {
  const emails = await findMentioned(db, mentions);
  let erased: Erased = { deleted: {}, kept: { orders: 0, renewing: [] } };
  if (sessions.length > 0) erased = await eraseAgain(db, sessions, now);
  for (const email of emails)
    erased = together(erased, await erasePerson(db, email, now, "visitor"));
  return erased;
}

function together(one: Erased, other: Erased): Erased {
  const deleted = { ...one.deleted };
  for (const [name, count] of Object.entries(other.deleted))
    deleted[name] = (deleted[name] ?? 0) + count;
  return {
    deleted,
    kept: {
      orders: one.kept.orders + other.kept.orders,
      renewing: [...one.kept.renewing, ...other.kept.renewing],
    },
  };
}

export function readErased({
  sessions,
  mentions = [],
}: Readonly<Record<string, unknown>>): WhereErased {
  if (!isListOf(sessions, DIGEST))
    throw wrong("sessions", "has to be a list of sessions as the log has them");
  if (!isListOf(mentions, /^(?:contact|order|gift)(?:\/[\w-]{1,64}){1,2}$/))
    throw wrong("mentions", "has to be a list of mentions as the log has them");
  return { sessions, mentions };
}

function isListOf(list: unknown, pattern: RegExp): list is readonly string[] {
  return (
    Array.isArray(list) &&
    list.every((one) => typeof one === "string" && pattern.test(one))
  );
}
