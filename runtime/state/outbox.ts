import { FetchError } from "ofetch";
import { atom } from "jotai";
import { retryAfter } from "../api/retry-after.ts";
import { type ContactSource, storeVisitorContacts } from "../api/visitor.ts";
import { logError, logWarning } from "../core/log.ts";
import {
  type PendingContact,
  pendingContactFor,
  readPendingContact,
  retryDelay,
  waitOf,
} from "../core/outbox.ts";
import { publicAddress } from "../core/query.ts";
import { clickIds } from "./click-ids.ts";
import { contactStored } from "./contact.ts";
import { receiveVisitorAtom } from "./load-visitor.ts";
import { stored } from "./stored.ts";
import { type Visit, visitAtom } from "./visit.ts";
import { visitorStored } from "./visitor.ts";
import { OUTBOX_KEY } from "../core/storage-keys.ts";
import {
  HEADER_MAX,
  STORE_CONTACT_INFO_EMAIL_MAX,
  STORE_CONTACT_INFO_NAME_MAX,
} from "../../generated/call.ts";

export const outboxStored = stored<PendingContact | null>({
  key: () => OUTBOX_KEY,
  read: readPendingContact,
  empty: null,
});

export interface ContactFields {
  readonly name?: string;
  readonly email?: string;
}

const deliveringAtom = atom(false);
/** Ends the wait before the next try; null while none is waited for. */
const waitAtom = atom<{ readonly end: () => void } | null>(null);

/** Longest name or email in characters. */
const FIELD_MAX = Math.min(
  STORE_CONTACT_INFO_NAME_MAX,
  STORE_CONTACT_INFO_EMAIL_MAX,
);

/** Failures in a row after which delivery waits for the next page view. */
const FAILURES_MAX = 10;

/** Keeps the fields here first, then sends all that is known in the background. */
export const submitContactAtom = atom(
  null,
  (get, set, fields: ContactFields) => {
    const visit = get(visitAtom);
    const given = Object.entries(fields)
      .map(([key, value]) => [key, value.trim().slice(0, FIELD_MAX)] as const)
      .filter(([, value]) => value !== "");
    set(contactStored.state, (known) => ({
      ...known,
      ...Object.fromEntries(given),
    }));
    if (visit === null) return;
    const contact = get(contactStored.state);
    const session = {
      email: contact["email"] ?? null,
      name: contact["name"] ?? null,
    };
    set(visitorStored.state, (visitor) => ({ ...visitor, session }));
    const page = pageOf(visit);
    set(outboxStored.state, (earlier) =>
      pendingContactFor(earlier, { fields: contact, page }, visit.uuid),
    );
    void set(deliverAtom);
  },
);

/**
 * Sends the pending contact, again and again until it is stored or refused. Asked for once more between two tries, it
 * makes the next one at once.
 */
export const deliverAtom = atom(null, async (get, set): Promise<void> => {
  const visit = get(visitAtom);
  get(waitAtom)?.end();
  if (visit === null || get(deliveringAtom)) return;
  set(deliveringAtom, true);
  for (let failures = 0; failures < FAILURES_MAX;) {
    const pending = get(outboxStored.state);
    if (pending === null || pending.sent) break;
    // Whatever happens on the page meanwhile: the server has asked for this.
    const early = waitOf(pending, visit.now());
    if (early > 0) await visit.sleep(early);
    try {
      await set(sendAtom, visit, pending);
    } catch (error) {
      failures += 1;
      logWarning("sending the contact failed", error);
      const later = retryAfter(error, visit.now());
      if (later !== null) {
        const notBefore = visit.now() + later;
        set(
          outboxStored.state,
          replacePending(pending, { ...pending, notBefore }),
        );
        continue;
      }
      const asked = new Promise<void>((end) => set(waitAtom, { end }));
      await Promise.race([visit.sleep(retryDelay(failures)), asked]);
      set(waitAtom, null);
    }
  }
  set(deliveringAtom, false);
});

/** Where the visitor came from, as every contact tells it. */
export const contactSourceAtom = atom(
  (get) =>
    (visit: Visit): ContactSource => {
      const { external_referrer, fbclid } = get(visitorStored.state);
      return {
        externalReferrer: external_referrer,
        fbclid,
        ...clickIds(visit),
      };
    },
);

/** Sends one pending contact; rejects when the same one may succeed later. */
const sendAtom = atom(
  null,
  async (get, set, visit: Visit, pending: PendingContact): Promise<void> => {
    try {
      const { visitor_info, event_id } = await storeVisitorContacts(
        visit.client,
        bodyOf(pending),
        get(contactSourceAtom)(visit),
      );
      set(receiveVisitorAtom, visitor_info);
      const sent = { ...pending, event_id, sent: true };
      set(outboxStored.state, replacePending(pending, sent));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      logError("the contact was refused", error);
      set(outboxStored.state, replacePending(pending, null));
    }
    // A newer pending contact keeps the session pair until it has been answered itself.
    if (get(outboxStored.state)?.sent !== false) {
      set(visitorStored.state, (current) => ({ ...current, session: null }));
    }
  },
);

export function pageOf({ location }: Visit): string {
  return publicAddress(location.href).slice(0, HEADER_MAX);
}

export function bodyOf({
  event_id,
  fields,
  page,
}: Omit<PendingContact, "sent">) {
  return { event_id, ...fields, http_referer: encodeURIComponent(page) };
}

/** Leaves a newer pending contact alone. */
function replacePending(pending: PendingContact, next: PendingContact | null) {
  return (current: PendingContact | null) =>
    current?.event_id === pending.event_id ? next : current;
}

/** A refused body will be refused again. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof FetchError) || error.status === undefined)
    return false;
  return (
    error.status >= 400 &&
    error.status < 500 &&
    ![408, 409, 425, 429].includes(error.status)
  );
}
