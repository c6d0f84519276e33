import { type Contact, readContact } from "./contact.ts";
import { isRecord, readText } from "./read.ts";

export const OUTBOX_KEY = "contact-outbox";

/** A contact on its way to the server; the server stores one `event_id` once. */
export interface Letter {
  readonly event_id: string;
  readonly fields: Contact;
  readonly sent: boolean;
}

/** First wait before a repeat, in milliseconds; it doubles each time. */
export const RETRY_FIRST_MS = 1_000;
export const RETRY_LONGEST_MS = 60_000;

/** The wait after so many failures, in milliseconds. */
export function retryDelay(failures: number): number {
  return Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** (failures - 1));
}

/** Reads the stored letter, null when it makes no sense. */
export function readLetter(value: unknown): Letter | null {
  if (!isRecord(value)) return null;
  const event_id = readText(value["event_id"], 100);
  const fields = readContact(value["fields"]);
  if (event_id === null || fields === null) return null;
  return { event_id, fields, sent: value["sent"] === true };
}

/**
 * The letter for these fields: the earlier one when it says the same, so that sending twice stores once.
 * A newer letter replaces an unsent one, because it holds everything that is known.
 */
export function letterFor(
  earlier: Letter | null,
  fields: Contact,
  uuid: () => string,
): Letter {
  if (earlier !== null && sameFields(earlier.fields, fields)) return earlier;
  return { event_id: uuid(), fields, sent: false };
}

function sameFields(one: Contact, other: Contact): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => one[name] === other[name])
  );
}
