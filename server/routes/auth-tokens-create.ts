import type { AppContext, Services } from "../context.ts";
import { isKnownEmail, storeAuthToken } from "../db/auth-tokens.ts";
import { spend } from "../db/limits.ts";
import { ProblemError } from "../problem.ts";
import { route } from "../route.ts";
import { requireSession } from "../session.ts";
import { digest, newToken } from "../token.ts";

/** Long enough to follow the link, in seconds. */
export const AUTH_TOKEN_TTL_S = 900;
/** Asked for one address, known or not: the limit says nothing about it. */
const TRIES = { calls: 5, windowMs: 600_000 };

/** A token for an address that has paid or was left with us, which of the two it does not say; null for others. */
export const authTokensCreate = route("auth-tokens-create", {
  method: "POST",
  path: "/courses/auth/tokens/create",
  callsPerMinute: 10,
  answer: async ({ c, services, form }) => {
    const email = form.email.toLowerCase();
    const { db, now } = services;
    const tries = await spend(db, digest(`auth-token ${email}`), {
      calls: 1,
      windowMs: TRIES.windowMs,
      now: now(),
    });
    if (tries > TRIES.calls)
      throw new ProblemError("too-many", "Wait ten minutes.");
    await requireSession(c, services);
    const token = (await isKnownEmail(db, email))
      ? await issue(c, services, email)
      : null;
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
