import { atom } from "jotai";
import {
  type Circumstances,
  type Consent,
  countryNow,
  isAskedAgain,
  PURPOSES,
  type Purpose,
  readConsent,
  unaskedOf,
} from "../core/consent.ts";
import {
  CONSENT_ASKED_KEY,
  CONSENT_AWAITED_KEY,
  CONSENT_KEY,
  CONSENT_VERSION,
} from "../core/storage-keys.ts";
import { readNumber } from "../core/read.ts";
import { consentOutboxStored, deliverConsentsAtom } from "./consent-outbox.ts";
import { pagesSeenAtom } from "./events.ts";
import { forcedGeoAtom, geoStored } from "./geo.ts";
import { stored } from "./stored.ts";
import { type Visit, visitAtom } from "./visit.ts";

/** Null until the visitor has chosen. */
export const consentStored = stored<Consent | null>({
  key: () => CONSENT_KEY,
  read: readConsent,
  empty: null,
});

/**
 * Keeps what the visitor chooses, and when, here and on the server. `asked` is what they were asked about: a yes to some
 * purposes says nothing of others, a no to all of them is one to the others too.
 */
export const chooseAtom = atom(
  null,
  (
    get,
    set,
    purposes: readonly Purpose[],
    asked: readonly Purpose[] = PURPOSES,
  ) => {
    const visit = get(visitAtom);
    if (visit === null) return;
    const at = new Date(visit.now()).toISOString();
    const consent: Consent = { v: CONSENT_VERSION, at, purposes };
    const event_id = visit.uuid();
    set(consentStored.state, (before) => {
      const unasked = unaskedOf(before).filter((one) => !asked.includes(one));
      const isOpen = purposes.length > 0 && unasked.length > 0;
      return isOpen ? { ...consent, unasked } : consent;
    });
    set(consentOutboxStored.state, (waiting) => [
      ...waiting,
      { ...consent, event_id },
    ]);
    void set(deliverConsentsAtom);
  },
);

/** Two letters; null while it is not known where the visitor is now. Where they were on another visit decides nothing. */
export const countryAtom = atom((get): Circumstances["country"] => {
  const now = get(visitAtom)?.now() ?? 0;
  const forced = get(forcedGeoAtom);
  return countryNow(
    forced === null ? get(geoStored.state) : { ...forced, at: now },
    now,
  );
});

/** Whether the visitor was asked before anybody may measure: then that holds until they choose, wherever they are. */
export const awaitedStored = stored<boolean>({
  key: () => CONSENT_AWAITED_KEY,
  read: (value) => (typeof value === "boolean" ? value : null),
  empty: false,
});

/** Notes that, unless they have gone on before and are not asked at all. */
export const awaitAnswerAtom = atom(null, (get, set) => {
  if (isUnasked(get(visitAtom))) set(awaitedStored.state, () => true);
});

/** How many pages had been seen when the visitor could be asked. */
const seenUnaskedAtom = atom(1);

/** Notes that it is not known yet whether the visitor is to be asked, who has `seen` so many pages. */
export const putOffAskingAtom = atom(null, (_get, set, seen: number) =>
  set(seenUnaskedAtom, Math.max(1, seen)),
);

/** Whether the visitor may be asked now: on the first page of a session, and not again on the others, in no tab. */
export const mayAskAtom = atom(
  (get) =>
    get(pagesSeenAtom) <= get(seenUnaskedAtom) && isUnasked(get(visitAtom)),
);

/** The visitor has gone on without an answer. */
export const wentOnAtom = atom(null, (get) => {
  const visit = get(visitAtom);
  if (isUnasked(visit)) visit?.storage.write(CONSENT_ASKED_KEY, visit.now());
});

function isUnasked(visit: Visit | null): boolean {
  if (visit === null) return true;
  const askedAt = readNumber(visit.storage.read(CONSENT_ASKED_KEY));
  return isAskedAgain(askedAt, visit.now());
}
