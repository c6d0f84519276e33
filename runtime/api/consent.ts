import type { StoreConsent } from "../../generated/api.ts";
import { isStoreConsent } from "../../generated/readers/store-consent.ts";
import type { Consent } from "../core/consent.ts";
import type { Client } from "./client.ts";
import { understood } from "./nonsense.ts";

type Body = StoreConsent["body"];

/** Stores what a visitor chose. Repeating is safe, but left to the outbox, which waits longer. */
export async function storeConsent(
  client: Client,
  { event_id, v, at, purposes }: Consent & Pick<Body, "event_id">,
): Promise<StoreConsent["answer"]> {
  const answer = await client("/visitor/store-consent", {
    method: "POST",
    body: { event_id, version: v, chosen_at: at, purposes } satisfies {
      readonly [Key in keyof Body]: Readonly<Body[Key]>;
    },
    repeatable: false,
    // Where a script cannot be ended otherwise, a withdrawal loads the page anew.
    outlivesPage: true,
  });
  return understood(isStoreConsent, answer);
}
