import { type Consent, readAnyConsent } from "./consent.ts";
import type { Pending } from "./outbox.ts";
import { isRecord, readNumber, readText } from "./read.ts";

/** A choice on its way to the server, with the question that it answers: another one may be asked meanwhile. */
export interface PendingConsent extends Pending, Consent {}

/** Reads the choices that wait, oldest first, without those that make no sense; null when there is no list. */
export function readPendingConsents(
  value: unknown,
): readonly PendingConsent[] | null {
  return Array.isArray(value) ? value.flatMap((one) => readOne(one)) : null;
}

function readOne(value: unknown): PendingConsent | readonly [] {
  const consent = readAnyConsent(value);
  if (consent === null || !isRecord(value)) return [];
  const event_id = readText(value["event_id"], 100);
  const notBefore = readNumber(value["notBefore"]) ?? 0;
  return event_id === null ? [] : { ...consent, event_id, notBefore };
}
