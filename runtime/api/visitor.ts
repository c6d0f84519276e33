import type {
  StoreContactInfo,
  VisitorInfo,
  VisitorIp,
} from "../../generated/api.ts";
import { isStoreContactInfo } from "../../generated/readers/store-contact-info.ts";
import { isVisitorInfo } from "../../generated/readers/visitor-info.ts";
import { isVisitorIp } from "../../generated/readers/visitor-ip.ts";
import { VISITOR_INFO } from "../core/visitor-info.ts";
import type { Client } from "./client.ts";
import { rethrown } from "./logged.ts";
import { understood } from "./nonsense.ts";

/** Ids that advertising networks gave this visitor; null when there is none. */
export interface ClickIds {
  readonly fbp: string | null;
  readonly fbc: string | null;
}

/** What goes with a contact, beside its fields. */
export interface ContactSource extends ClickIds {
  readonly externalReferrer: string | null;
  readonly fbclid: string | null;
}

export async function getVisitorInfo(
  client: Client,
): Promise<VisitorInfo["answer"]> {
  const answer = await client(VISITOR_INFO, { repeatable: true });
  return understood(isVisitorInfo, answer);
}

/** Repeating is safe, but left to the outbox, which waits longer. */
export async function storeVisitorContacts(
  client: Client,
  contact: StoreContactInfo["body"],
  source: ContactSource,
): Promise<StoreContactInfo["answer"]> {
  const answer = await client("/visitor/store-contact-info", {
    method: "POST",
    body: contact,
    headers: {
      "X-External-Referrer": source.externalReferrer,
      "X-fbclid": source.fbclid,
      "X-fbp": source.fbp,
      "X-fbc": source.fbc,
    },
    repeatable: false,
    // Whoever leaves with the tap that sent it, for the payment page or for good, has still given it.
    outlivesPage: true,
  });
  return understood(isStoreContactInfo, answer);
}

/** A failure is logged and rethrown (spec 8). */
export async function getVisitorIp(
  client: Client,
): Promise<VisitorIp["answer"]> {
  return rethrown("looking up the visitor's place failed", async () =>
    understood(
      isVisitorIp,
      await client("/visitor/visitor-ip", { repeatable: true }),
    ),
  );
}
