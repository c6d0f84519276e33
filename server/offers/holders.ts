import { type SessionHolders, shareDeadlines } from "../db/countdowns.ts";
import { shareCodes } from "../db/promo-codes.ts";
import { findEmails } from "../db/contacts.ts";
import { takeTurnWhileOpen } from "../db/turn.ts";
import { emailHolder, normalEmail, sessionHolder } from "../db/persons.ts";
import type { Database } from "../db/tables.ts";
import type { Session } from "../db/sessions.ts";

/**
 * Who is offered something: a session and every email that was given in it, so that a person is the same on another
 * device as soon as they have said who they are. `email` is one that came with the call at hand.
 */
export async function holdersOf(
  { db }: { readonly db: Database },
  { brand, session }: { readonly brand: string; readonly session: Session },
  email?: string,
): Promise<SessionHolders> {
  const known = await findEmails(db, session.id);
  const emails = new Set(
    [...known, ...(email === undefined ? [] : [email])].map(normalEmail),
  );
  emails.delete("");
  const names = [...emails].map(emailHolder);
  const own = sessionHolder(session.id);
  return { brand, names: [own, ...names], session: own };
}

/**
 * Keeps terms of a session while it is open: whoever is erased meanwhile leaves none, by their email least of all. Throws
 * `SessionOver` where it is not.
 */
export function whileOpen<
  S extends { readonly db: Database; readonly now: () => Date },
  T,
>(
  services: S,
  { id }: Pick<Session, "id">,
  keep: (services: S) => Promise<T>,
): Promise<T> {
  return services.db.transaction().execute(async (trx) => {
    await takeTurnWhileOpen(trx, id, services.now());
    return keep({ ...services, db: trx });
  });
}

/** Somebody has said who they are: the terms of all their devices are the same from now on, the earlier ones. */
export async function shareTerms(
  { db }: { readonly db: Database },
  holders: SessionHolders,
): Promise<void> {
  await shareDeadlines(db, holders);
  await shareCodes(db, holders);
}
