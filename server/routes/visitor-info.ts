import type { VisitorInfo } from "../../generated/api.ts";
import type { Database } from "../db/tables.ts";
import { findContactInfo } from "../db/contacts.ts";
import { route } from "./route.ts";
import type { Session } from "../db/sessions.ts";
import { requireSession } from "../sessions/session.ts";

export const visitorInfo = route("visitor-info", {
  method: "GET",
  path: "/visitor/visitor-info",
  answer: async ({ c, services }) =>
    describeVisitor(services, await requireSession(c, services)),
});

/** The visitor of a session; contacts of other sessions are not theirs to read, even on the same device. */
export async function describeVisitor(
  { db }: { readonly db: Database },
  session: Session,
): Promise<VisitorInfo["answer"]> {
  return {
    visitor_id: session.visitorId,
    is_new_visitor: session.isNewVisitor,
    contact_info: await findContactInfo(db, session.id),
  };
}
