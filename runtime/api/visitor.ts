import type {
  InitiateCheckout,
  MakeCharge,
  StoreContactInfo,
  VisitorInfo,
  VisitorIp,
} from "../../generated/api.ts";
import { readGeo } from "../core/currency.ts";
import { logError } from "../core/log.ts";
import { isRecord, readText } from "../core/read.ts";
import { readServerVisitor } from "../core/visitor-info.ts";
import { type Client, PAY_TIMEOUT_MS } from "./client.ts";
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
  const answer = await client("/visitor/visitor-info", { repeatable: true });
  return understood(readServerVisitor, answer);
}

/** Repeating is safe, but left to the outbox, which waits longer. */
export async function storeVisitorContacts(
  client: Client,
  contact: StoreContactInfo["body"],
  source: ContactSource,
): Promise<StoreContactInfo["answer"]["visitor_info"]> {
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
  });
  return understood(
    readServerVisitor,
    isRecord(answer) ? answer["visitor_info"] : null,
  );
}

/** A failure is logged and rethrown (spec 8). */
export async function getVisitorIp(
  client: Client,
): Promise<VisitorIp["answer"]> {
  return logged("looking up the visitor's place failed", async () =>
    understood(
      readGeo,
      await client("/visitor/visitor-ip", { repeatable: true }),
    ),
  );
}

/** The same event_id with the same order gives the same reference again. */
export async function initiateCheckout(
  client: Client,
  order: InitiateCheckout["body"],
  { fbp, fbc }: ClickIds,
): Promise<InitiateCheckout["answer"]> {
  const answer = await client("/visitor/initiate-checkout", {
    method: "POST",
    body: order,
    headers: { "x-fbp": fbp, "x-fbc": fbc },
    repeatable: true,
  });
  return understood(readInitiated, answer);
}

export interface Charge extends ClickIds {
  readonly reference: string;
  readonly visitorId: string | null;
  readonly eventId: string;
}

/** Charges the saved method; never repeated by itself. A failure is logged and rethrown (spec 8). */
export async function makeCharge(
  client: Client,
  charge: Charge,
): Promise<MakeCharge["answer"]> {
  return logged("charging by reference failed", async () => {
    const answer = await client(
      `/visitor/make-charge/${encodeURIComponent(charge.reference)}`,
      {
        headers: {
          "x-visitor-id": charge.visitorId,
          "x-fbp": charge.fbp,
          "x-fbc": charge.fbc,
          "x-event-id": charge.eventId,
        },
        repeatable: false,
        timeout: PAY_TIMEOUT_MS,
      },
    );
    return understood(readCharge, answer);
  });
}

async function logged<T>(
  failure: string,
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    logError(failure, error);
    throw error;
  }
}

function readInitiated(value: unknown): InitiateCheckout["answer"] | null {
  if (!isRecord(value)) return null;
  const event_id = readText(value["event_id"]);
  const reference = readText(value["reference"]);
  if (event_id === null || (reference === null && value["reference"] !== null))
    return null;
  return { event_id, reference };
}

const CHARGE_STATUSES = ["paid", "declined", "needs_authentication"] as const;

function readCharge(value: unknown): MakeCharge["answer"] | null {
  if (!isRecord(value)) return null;
  const checkout_id = readText(value["checkout_id"]);
  const status = CHARGE_STATUSES.find((known) => known === value["status"]);
  const url = readText(value["url"], 4_096);
  if (checkout_id === null || status === undefined) return null;
  return { checkout_id, status, ...(url !== null && { url }) };
}
