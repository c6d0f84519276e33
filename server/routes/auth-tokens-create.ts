import type { AuthTokensCreate } from "../../generated/api.ts";
import type { AppContext, Route, Services } from "../context.ts";
import { isKnownEmail, storeAuthToken } from "../db/auth-tokens.ts";
import { ProblemError } from "../problem.ts";
import { requireSession } from "../session.ts";
import { createTally } from "../tally.ts";
import { digest, newToken } from "../token.ts";
import { readAuthTokensCreate, readForm } from "../validate.ts";

export const AUTH_TOKENS = "/courses/auth/tokens/create";

/** Long enough to follow the link, in seconds. */
export const AUTH_TOKEN_TTL_S = 900;
/** Asked for one address, known or not: the limit says nothing about it. */
const TRIES = { calls: 5, windowMs: 600_000 };

/** A token for an address that has paid or was left with us, which of the two it does not say; null for others. */
export function createAuthToken(services: Services): Route {
  const tries = createTally({ ...TRIES, now: services.now });
  return async (c) => {
    const body = readAuthTokensCreate(await readForm(c.req.raw));
    const email = body.email.toLowerCase();
    if (!tries.fits(digest(email)))
      throw new ProblemError("too-many", "Wait ten minutes.");
    await requireSession(c, services);
    const token = (await isKnownEmail(services.db, email))
      ? await issue(c, services, email)
      : null;
    const answer: AuthTokensCreate["answer"] = { data: { data: { token } } };
    return c.json(answer);
  };
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
