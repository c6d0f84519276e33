import { storeAuthToken } from "../db/auth-tokens.ts";
import type { Database } from "../db/tables.ts";
import { digest, newToken, type Random } from "../token.ts";

/** Long enough to follow the link, in seconds. */
export const AUTH_TOKEN_TTL_S = 900;

/** A token that names an address to a brand's product, and proves nothing (docs/decisions/0010). */
export async function issueAuthToken(
  services: {
    readonly db: Database;
    readonly now: () => Date;
    readonly random: Random;
  },
  { brand, email }: { readonly brand: string; readonly email: string },
): Promise<string> {
  const token = newToken(services.random);
  const created_at = services.now();
  const lifetime = AUTH_TOKEN_TTL_S * 1_000;
  await storeAuthToken(services.db, {
    token_digest: digest(token),
    brand,
    email,
    created_at,
    expires_at: new Date(created_at.getTime() + lifetime),
  });
  return token;
}
