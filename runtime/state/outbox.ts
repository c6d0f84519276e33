import { atom } from "jotai";
import { type ContactSource, storeVisitorContacts } from "../api/visitor.ts";
import {
  type PendingContact,
  pendingContactFor,
  readPendingContact,
} from "../core/outbox.ts";
import { cut } from "../core/cut.ts";
import { publicAddress } from "../core/query.ts";
import { sessionId } from "../core/session.ts";
import { clickIds } from "./click-ids.ts";
import { contactStored } from "./contact.ts";
import { deliveryOf } from "./delivery.ts";
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

/** Longest name or email in characters. */
const FIELD_MAX = Math.min(
  STORE_CONTACT_INFO_NAME_MAX,
  STORE_CONTACT_INFO_EMAIL_MAX,
);

/** Keeps the fields here first, then sends all that is known in the background. */
export const submitContactAtom = atom(
  null,
  (get, set, fields: ContactFields) => {
    const visit = get(visitAtom);
    const given = Object.entries(fields)
      .map(([key, value]) => [key, cut(value.trim(), FIELD_MAX)] as const)
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
    // What was sent in a session that has ended meanwhile, the next one does not have.
    const isOver = sessionId(visit.cookies) === null;
    set(outboxStored.state, (earlier) =>
      pendingContactFor(
        isOver && earlier?.sent === true ? null : earlier,
        { fields: contact, page },
        fields,
        visit.uuid,
      ),
    );
    void set(deliverAtom);
  },
);

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

/** Sends the pending contact, once it is asked for. */
export const deliverAtom = deliveryOf<PendingContact>({
  what: "the contact",
  next: (get) => {
    const pending = get(outboxStored.state);
    return pending?.sent === false ? pending : null;
  },
  send: async (get, set, visit, pending) => {
    const { visitor_info, event_id } = await storeVisitorContacts(
      visit.client,
      bodyOf(pending),
      get(contactSourceAtom)(visit),
    );
    set(receiveVisitorAtom, visitor_info);
    return { ...pending, event_id, sent: true };
  },
  replace: (get, set, pending, next) => {
    set(outboxStored.state, (current) =>
      current?.event_id === pending.event_id ? next : current,
    );
    // A newer pending contact keeps the session pair until it has been answered itself.
    if (get(outboxStored.state)?.sent !== false)
      set(visitorStored.state, (current) => ({ ...current, session: null }));
  },
});

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
