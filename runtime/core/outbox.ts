import { type Contact, readContact } from "./contact.ts";
import { isRecord, readText } from "./read.ts";

/** A contact on its way to the server; the server stores one `event_id` once. */
export interface PendingContact {
  /** Made here; once sent, that of the answer. */
  readonly event_id: string;
  readonly fields: Contact;
  /** The page it was written on; part of the body, which must stay the same for one `event_id`. */
  readonly page: string;
  readonly sent: boolean;
}

/** First wait before a repeat, in milliseconds; it doubles each time. */
const RETRY_FIRST_MS = 1_000;
const RETRY_LONGEST_MS = 60_000;

/** The wait after so many failures, in milliseconds. */
export function retryDelay(failures: number): number {
  return Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** (failures - 1));
}

/** Reads the stored pending contact, null when it makes no sense. */
export function readPendingContact(value: unknown): PendingContact | null {
  if (!isRecord(value)) return null;
  const event_id = readText(value["event_id"], 100);
  const fields = readContact(value["fields"]);
  const page = readText(value["page"]);
  if (event_id === null || fields === null || page === null) return null;
  return { event_id, fields, page, sent: value["sent"] === true };
}

/**
 * The pending contact for these fields: the earlier one when it says the same, so that sending twice stores once.
 * A newer pending contact replaces an unsent one, because it holds everything that is known.
 */
export function pendingContactFor(
  earlier: PendingContact | null,
  news: Pick<PendingContact, "fields" | "page">,
  uuid: () => string,
): PendingContact {
  if (earlier !== null && sameFields(earlier.fields, news.fields))
    return earlier;
  return { ...news, event_id: uuid(), sent: false };
}

function sameFields(one: Contact, other: Contact): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => one[name] === other[name])
  );
}
