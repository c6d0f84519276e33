import { clientAddress, isLoopback } from "../http/client-address.ts";
import type { AppContext } from "../http/app-env.ts";
import type { Services } from "../services.ts";
import { isKnownEmail, storeAuthToken } from "../db/auth-tokens.ts";
import { spend } from "../db/limits.ts";
import { ProblemError } from "../http/problem.ts";
import { route } from "./route.ts";
import { requireSession } from "../sessions/session.ts";
import { digest, newToken } from "../token.ts";

/** Long enough to follow the link, in seconds. */
export const AUTH_TOKEN_TTL_S = 900;
/** Asked for one address, known or not: the limit says nothing about it. */
const TRIES = { calls: 5, windowMs: 600_000 };

/** Addresses that nothing is known of, from one client: people mistype theirs a few times, lists are longer. */
const MISSES = { calls: 20, windowMs: 3_600_000 };

/**
 * A token for an address that has paid or was left with us, which of the two it does not say; null for others. It names
 * an address and proves nothing: no call of ours takes it (docs/decisions/0010).
 */
export const authTokensCreate = route("auth-tokens-create", {
  method: "POST",
  path: "/courses/auth/tokens/create",
  callsPerMinute: 10,
  answer: async ({ c, services, form }) => {
    const email = form.email.toLowerCase();
    const client = clientAddress(c, services.addressHeader) ?? "";
    const misses = digest(`auth-token misses ${client}`);
    await limit(services, digest(`auth-token ${email}`), TRIES, 1);
    await limit(services, misses, MISSES, 0);
    await requireSession(c, services);
    const isKnown = await isKnownEmail(services.db, email);
    const token = isKnown ? await issue(c, services, email) : null;
    if (!isKnown && !isLoopback(client))
      await limit(services, misses, MISSES, 1);
    return { data: { data: { token } } };
  },
});

/** Takes calls of a budget. Throws a 429 when it does not hold one more. */
async function limit(
  { db, now }: Services,
  key: string,
  {
    calls: most,
    windowMs,
  }: { readonly calls: number; readonly windowMs: number },
  calls: 0 | 1,
): Promise<void> {
  const { spent } = await spend(db, key, { calls, windowMs, now: now() });
  if (spent - calls >= most)
    throw new ProblemError("too-many", "Wait a while.");
}

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
