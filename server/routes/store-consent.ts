import { storeConsent as store } from "../db/consents.ts";
import { ProblemError } from "../http/problem.ts";
import { requireSession } from "../sessions/session.ts";
import { route } from "./route.ts";

/** So that it can be shown who agreed to what, when, and to which question; and that they took it back. */
export const storeConsent = route("store-consent", {
  method: "POST",
  path: "/visitor/store-consent",
  callsPerMinute: 20,
  answer: async ({ c, services, body }) => {
    const { event_id, version, purposes } = body;
    const session = await requireSession(c, services);
    const isStored = await store(services.db, {
      session_id: session.id,
      event_id: event_id.toLowerCase(),
      visitor_id: session.visitorId,
      brand: c.get("brand").id,
      version,
      purposes,
      chosen_at: new Date(body.chosen_at),
      stored_at: services.now(),
    });
    if (!isStored)
      throw new ProblemError(
        "event-reused",
        "Make a new event_id for another choice.",
      );
    return { event_id };
  },
});
