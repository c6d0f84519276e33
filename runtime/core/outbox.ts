import { type Contact, readContact } from "./contact.ts";
import { isRecord, readNumber, readText } from "./read.ts";

/** Something on its way to the server. */
export interface Pending {
  /** Made here; the server stores the same one once. */
  readonly event_id: string;
  /** The server has asked not to be sent it before this, in milliseconds since the epoch. */
  readonly notBefore?: number;
}

/** A contact on its way to the server. */
export interface PendingContact extends Pending {
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
/** The longest that a server is believed that asks to be left alone. */
export const RETRY_AFTER_MAX_MS = 3_600_000;

/** The wait after so many failures, in milliseconds. */
export function retryDelay(failures: number): number {
  return Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** (failures - 1));
}

/**
 * How long it still has to wait, in milliseconds. A time that no server could have asked for comes from
 * a clock that was moved, and is not waited for.
 */
export function waitOf({ notBefore = 0 }: Pending, now: number): number {
  const wait = notBefore - now;
  return wait > RETRY_AFTER_MAX_MS ? 0 : Math.max(0, wait);
}

/** Reads the stored pending contact, null when it makes no sense. */
export function readPendingContact(value: unknown): PendingContact | null {
  if (!isRecord(value)) return null;
  const event_id = readText(value["event_id"], 100);
  const fields = readContact(value["fields"]);
  const page = readText(value["page"]);
  if (event_id === null || fields === null || page === null) return null;
  const notBefore = readNumber(value["notBefore"]);
  return {
    event_id,
    fields,
    page,
    sent: value["sent"] === true,
    ...(notBefore !== null && { notBefore }),
  };
}

/**
 * The pending contact for what a page has `given`: the earlier one when it says the same, so that sending twice stores
 * once. The server goes by the page, so another page says the same anew.
 * A newer pending contact replaces an unsent one, because it holds everything that is known; that the email was left is
 * still said of the page which asked for it.
 */
export function pendingContactFor(
  earlier: PendingContact | null,
  news: Pick<PendingContact, "fields" | "page">,
  given: { readonly email?: string },
  uuid: () => string,
): PendingContact {
  const { page } =
    earlier?.sent === false && earlier.fields["email"] && !given.email
      ? earlier
      : news;
  if (
    earlier !== null &&
    sameFields(earlier.fields, news.fields) &&
    pathOf(earlier.page) === pathOf(page)
  )
    return earlier;
  const { notBefore } = earlier ?? {};
  return {
    ...news,
    page,
    event_id: uuid(),
    sent: false,
    ...(notBefore !== undefined && { notBefore }),
  };
}

function pathOf(page: string): string | undefined {
  return page.split("?")[0];
}

function sameFields(one: Contact, other: Contact): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => one[name] === other[name])
  );
}
