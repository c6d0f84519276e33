import { isAuthTokensCreate } from "../../generated/readers/auth-tokens-create.ts";
import { logWarning } from "../core/log.ts";
import type { Client } from "./client.ts";
import { understood } from "./nonsense.ts";

/**
 * A token that opens the product to the owner of an address. Null where the server gave none, and on failure (spec 7),
 * which is logged and calls `onFailure`.
 */
export async function createAuthToken(
  client: Client,
  email: string,
  onFailure: () => void = () => undefined,
): Promise<string | null> {
  try {
    return await requestToken(client, email);
  } catch (error) {
    logWarning("asking for a token failed", error);
    onFailure();
    return null;
  }
}

async function requestToken(
  client: Client,
  email: string,
): Promise<string | null> {
  const body = new FormData();
  body.set("email", email);
  const answer = await client("/courses/auth/tokens/create", {
    method: "POST",
    body,
    repeatable: false,
  });
  return understood(isAuthTokensCreate, answer).data.data.token;
}
