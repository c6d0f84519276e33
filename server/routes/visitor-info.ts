import type { VisitorInfo } from "../../generated/api.ts";
import type { Route, Services } from "../context.ts";
import { findContactInfo } from "../db/contacts.ts";
import { requireSession, type Session } from "../session.ts";

export function visitorInfo(services: Services): Route {
  return async (c) => {
    const session = await requireSession(c, services);
    return c.json(await describeVisitor(services, session));
  };
}

/** The visitor of a session; contacts of other sessions are not theirs to read, even on the same device. */
export async function describeVisitor(
  { db }: Services,
  session: Session,
): Promise<VisitorInfo["answer"]> {
  return {
    visitor_id: session.visitorId,
    is_new_visitor: session.isNewVisitor,
    contact_info: await findContactInfo(db, session.id),
  };
}
