import { atom } from "jotai";
import { getVisitorIp } from "../api/visitor.ts";
import { type Geo, type KeptGeo, readKeptGeo } from "../core/currency.ts";
import { logWarning } from "../core/log.ts";
import { stored } from "./stored.ts";
import { visitAtom } from "./visit.ts";
import { GEO_KEY } from "../core/storage-keys.ts";

/** Kept, so that a reload does not show the default currency first. */
export const geoStored = stored<KeptGeo | null>({
  key: () => GEO_KEY,
  read: readKeptGeo,
  empty: null,
});

/** The place that a tester has chosen. */
export const forcedGeoAtom = atom<Geo | null>(null);

export const geoAtom = atom(
  (get): Geo | null => get(forcedGeoAtom) ?? get(geoStored.state),
);

const askedAtom = atom(false);

/** Looks the visitor's place up, once a visit; without an answer the default region remains (spec 8). */
export const lookUpGeoAtom = atom(null, async (get, set): Promise<void> => {
  const visit = get(visitAtom);
  if (visit === null || get(askedAtom)) return;
  set(askedAtom, true);
  try {
    const geo = await getVisitorIp(visit.client);
    set(geoStored.state, () => ({ ...geo, at: visit.now() }));
  } catch (error) {
    logWarning("Failed to fetch geo info", error);
  }
});
