import { logWarning } from "../core/log.ts";
import { isRecord, own, readText } from "../core/read.ts";
import type { Client } from "./client.ts";
import { understood } from "./nonsense.ts";

/**
 * A token that opens the product to the owner of an address. Null for an address that nothing is known of, and on
 * failure (spec 7), which is logged and told to `onFailure`.
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
  const token = within(within(within(answer, "data"), "data"), "token");
  return token === null ? null : understood(readText, token);
}

function within(value: unknown, key: string): unknown {
  return isRecord(value) ? own(value, key) : undefined;
}
