import { clientNetwork } from "../http/client-address.ts";
import type { AppContext } from "../http/app-env.ts";
import type { Services } from "../services.ts";
import { storeAuthToken } from "../db/auth-tokens.ts";
import { createBudget } from "../http/budget.ts";
import { takeCall } from "../http/rate-limit.ts";
import { route } from "./route.ts";
import { requireSession } from "../sessions/session.ts";
import { digest, newToken } from "../token.ts";

/** Long enough to follow the link, in seconds. */
export const AUTH_TOKEN_TTL_S = 900;

const HOUR_MS = 3_600_000;
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
    const email = form.email.toLowerCase();
    await takeCall(c, budgets.ofClient, clientNetwork(c, addressHeader));
    await takeCall(c, budgets.ofEmail, email);
    await requireSession(c, services);
    const token = await issue(c, services, email);
    return { data: { data: { token } } };
  },
});

async function issue(
  c: AppContext,
  { db, now, random }: Services,
  email: string,
): Promise<string> {
  const token = newToken(random);
  const created_at = now();
  const lifetime = AUTH_TOKEN_TTL_S * 1_000;
  await storeAuthToken(db, {
    token_digest: digest(token),
    brand: c.get("brand").id,
    email,
    created_at,
    expires_at: new Date(created_at.getTime() + lifetime),
  });
  return token;
}
