import { atom } from "jotai";
import { storeConsent } from "../api/consent.ts";
import {
  type PendingConsent,
  readPendingConsents,
} from "../core/consent-outbox.ts";
import { CONSENT_OUTBOX_KEY } from "../core/storage-keys.ts";
import { deliveryOf, laterDeliveriesAtom } from "./delivery.ts";
import { stored } from "./stored.ts";

/** Choices that the server does not have yet, oldest first: each of them counts, and not the last alone. */
export const consentOutboxStored = stored<readonly PendingConsent[]>({
  key: () => CONSENT_OUTBOX_KEY,
  read: readPendingConsents,
  empty: [],
});

/** Sends the choices that wait, one after the other. */
export const deliverConsentsAtom = deliveryOf<PendingConsent>({
  what: "the privacy choice",
  next: (get) => get(consentOutboxStored.state)[0] ?? null,
  send: async (_get, _set, { client }, pending) => {
    await storeConsent(client, pending);
    return null;
  },
  replace: (_get, set, { event_id }, next) =>
    set(consentOutboxStored.state, (waiting) =>
      waiting.flatMap((one) =>
        one.event_id === event_id ? (next ?? []) : one,
      ),
    ),
});

/** Sends what earlier pages could not send, and from then on as often as contacts are tried again. */
export const openConsentOutboxAtom = atom(null, (_get, set) => {
  set(consentOutboxStored.restore);
  set(laterDeliveriesAtom, [deliverConsentsAtom]);
  void set(deliverConsentsAtom);
});
