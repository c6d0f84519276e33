import { randomUUID } from "node:crypto";
import { insertRightsRequest } from "../db/rights-requests.ts";
import { normalEmail } from "../db/persons.ts";
import { HOUR_MS } from "../durations.ts";
import { createBudget } from "../http/budget.ts";
import { clientNetwork } from "../http/client-address.ts";
import { takeCall } from "../http/rate-limit.ts";
import { sendRights, wakeRights } from "../jobs/rights.ts";
import type { Services } from "../services.ts";
import { route } from "./route.ts";

/** Of one client; people mistype their address a few times. */
const OF_CLIENT = { name: "rights client", calls: 10, windowMs: HOUR_MS };
/** For one email, whoever asks: its owner gets no more mails than that. */
const OF_EMAIL = { name: "rights email", calls: 3, windowMs: HOUR_MS };
/** Until its mail has gone out, which is tried for hours, and may be tried again by hand. */
const WAITING_MS = 24 * HOUR_MS;

/** How often somebody may ask for what is kept of them. */
export function rightsBudgets({
  db,
  limitClock: clock,
}: Pick<Services, "db" | "limitClock">): Services["rightsBudgets"] {
  return {
    ofClient: createBudget({ ...OF_CLIENT, db, clock }),
    ofEmail: createBudget({ ...OF_EMAIL, db, clock }),
  };
}

/** The same statements for every email: whether something is kept under it is looked up by the job that sends the mail. */
export const askForData = route("ask-for-data", {
  method: "POST",
  path: "/visitor/ask-for-data",
  callsPerMinute: 10,
  session: "none",
  answer: async ({ c, services, body }) => {
    const { db, jobs, now, origins, rightsBudgets: budgets } = services;
    const email = normalEmail(body.email);
    const client = clientNetwork(c, services.addressHeader);
    await takeCall(c, budgets.ofClient, client);
    await takeCall(c, budgets.ofEmail, email);
    const brand = c.get("brand");
    // The link leads to a brand's own host, whatever the request says of itself.
    const told = c.req.header("origin") ?? "";
    const asked = { request_id: randomUUID(), wanted: body.wanted };
    await db.transaction().execute(async (trx) => {
      await insertRightsRequest(trx, {
        ...asked,
        brand: brand.id,
        email,
        origin: origins(told) ? told : `https://${brand.hosts[0] ?? ""}`,
        expires_at: new Date(now().getTime() + WAITING_MS),
      });
      await sendRights(jobs, asked, trx);
    });
    wakeRights(jobs, asked);
    return { accepted: true };
  },
});
