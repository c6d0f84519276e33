import { atom } from "jotai";
import { appLoadingAtom } from "./app.ts";
import { lookUpGeoAtom } from "./geo.ts";
import { loadVisitorAtom } from "./load-visitor.ts";
import { deliverAtom } from "./outbox.ts";
import { visitAtom } from "./visit.ts";

/** Start-up (spec 4). What fails is a warning of its own, and the app counts as loaded all the same. */
export const startAtom = atom(null, async (get, set): Promise<void> => {
  // The first call opens the session: the visitor's may have been asked for before the runtime was there.
  const visitor = set(loadVisitorAtom);
  const geo = get(visitAtom)?.brand.geo === "start" ? set(lookUpGeoAtom) : null;
  void set(deliverAtom);
  await Promise.all([geo, visitor]);
  set(appLoadingAtom, false);
});
