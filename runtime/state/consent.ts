import { atom } from "jotai";
import {
  type Circumstances,
  type Consent,
  CONSENT_VERSION,
  type Purpose,
  readConsent,
} from "../core/consent.ts";
import { CONSENT_ASKED_KEY, CONSENT_KEY } from "../core/storage-keys.ts";
import { pagesSeenAtom } from "./events.ts";
import { geoAtom } from "./geo.ts";
import { stored } from "./stored.ts";
import { visitAtom } from "./visit.ts";

/** Null until the visitor has chosen. */
export const consentStored = stored<Consent | null>({
  key: () => CONSENT_KEY,
  read: readConsent,
  empty: null,
});

/** Keeps what the visitor chooses, and when. */
export const chooseAtom = atom(
  null,
  (get, set, purposes: readonly Purpose[]) => {
    const at = new Date(get(visitAtom)?.now() ?? 0).toISOString();
    set(consentStored.state, () => ({ v: CONSENT_VERSION, at, purposes }));
  },
);

/** Two letters; null while the visitor's place is not known. */
export const countryAtom = atom((get): Circumstances["country"] => {
  const geo = get(geoAtom);
  return geo?.status === "success" ? geo.country_code : null;
});

/** Whether the visitor may be asked now: on the first page of a tab, and not again on the others. */
export const mayAskAtom = atom(
  (get) =>
    get(pagesSeenAtom) < 2 &&
    get(visitAtom)?.tab.read(CONSENT_ASKED_KEY) !== true,
);

/** The visitor has gone on without an answer. */
export const wentOnAtom = atom(null, (get) =>
  get(visitAtom)?.tab.write(CONSENT_ASKED_KEY, true),
);
