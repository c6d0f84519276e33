import { isRecord, own, readText } from "../core/read.ts";
import type { Client } from "./client.ts";
import { understood } from "./nonsense.ts";

/** A token that opens the product to the owner of an address; null for an address that nothing is known of. */
export async function createAuthToken(
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
