import { normalEmail } from "../db/persons.ts";
import { HOUR_MS } from "../durations.ts";
import { clientNetwork } from "../http/client-address.ts";
import type { Services } from "../services.ts";
import { createBudget } from "../http/budget.ts";
import { takeCall } from "../http/rate-limit.ts";
import { route } from "./route.ts";
import { issueAuthToken } from "../sessions/auth-token.ts";
import { requireSession } from "../sessions/session.ts";

/** Of one client: people mistype their address a few times, lists are longer. */
const OF_CLIENT = { name: "token client", calls: 20, windowMs: HOUR_MS };
/** For one email, whoever asks. */
const OF_EMAIL = { name: "token email", calls: 5, windowMs: HOUR_MS / 6 };

/** How often tokens may be asked for. */
export function tokenBudgets(
  services: Pick<Services, "db" | "limitClock">,
): Services["tokenBudgets"] {
  const { db, limitClock: clock } = services;
  return {
    ofClient: createBudget({ ...OF_CLIENT, db, clock }),
    ofEmail: createBudget({ ...OF_EMAIL, db, clock }),
  };
}

/**
 * A token for whoever asks, customer or stranger, by the same statements and within the same limits. It names an address
 * and proves nothing: no call of ours takes it (docs/decisions/0010).
 */
export const authTokensCreate = route("auth-tokens-create", {
  method: "POST",
  path: "/courses/auth/tokens/create",
  callsPerMinute: 10,
  answer: async ({ c, services, form }) => {
    const { tokenBudgets: budgets, addressHeader } = services;
    const email = normalEmail(form.email);
    await takeCall(c, budgets.ofClient, clientNetwork(c, addressHeader));
    await takeCall(c, budgets.ofEmail, email);
    await requireSession(c, services);
    const brand = c.get("brand").id;
    const token = await issueAuthToken(services, { brand, email });
    return { data: { data: { token } } };
  },
});
