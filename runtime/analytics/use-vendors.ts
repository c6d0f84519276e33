import { useStore } from "jotai";
import { useEffect, useRef } from "react";
import type { Brand, Funnel } from "../../generated/contract.ts";
import type { Purpose } from "../core/consent.ts";
import { useAtomValue } from "../hooks/use-atom-value.ts";
import { appLoadingAtom } from "../state/app.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import {
  readersPlaceAtom,
  readersHereAtom,
  readersNextAtom,
  sensitiveAtom,
  silencedAtom,
} from "../state/discretion.ts";
import { eventsAtom, trackAtom, type VisitEvent } from "../state/events.ts";
import { identifyAtom, reportingUserAtom } from "../state/identity.ts";
import { reportedDeviceAtom, visitAtom } from "../state/visit.ts";
import { visitorStored } from "../state/visitor.ts";
import { vendors } from "./registry.ts";
import { type Measurement, runVendors } from "./run-vendors.ts";
import { forgetUntoldAtom, keepUntoldAtom, takeUntoldAtom } from "./untold.ts";
import type { Vendor, VisitContext } from "./vendor.ts";

/**
 * Runs the funnel's vendors of the purposes that are `allowed`, and tells them what happens. Where that `isHeld`,
 * none runs and no purchase is forgotten: it is not known yet who may be told, or the next document tells them.
 */
export function useVendors(
  brand: Brand,
  funnel: Funnel,
  allowed: readonly Purpose[],
  isHeld: boolean,
): void {
  const store = useStore();
  const silenced = useAtomValue(silencedAtom);
  // For whom the vendors ran before, and the page that they were told of last.
  const allowedBefore = useRef<readonly Purpose[]>([]);
  const lastPage = useRef<readonly VisitEvent[]>([]);
  useVisitorEvents();
  useEffect(() => {
    const forget = () => {
      if (funnel.analytics && !isHeld) store.set(forgetUntoldAtom);
    };
    // What was done before somebody agreed stays untold, save for where they are now.
    if (isHeld || allowed.length === 0 || silenced) {
      allowedBefore.current = [];
      forget();
      const unsubscribe = store.sub(checkoutStored.state, forget);
      return () => {
        unsubscribe();
        store.set(eventsAtom, hereAndNow);
      };
    }
    const may = (vendor: Vendor) =>
      vendor.wanted(brand, funnel) && allowed.includes(vendor.purpose);
    const readersToo = noteReaders(store, may);
    const running = runVendors(
      vendors,
      contextOf(store, brand, funnel, allowed),
      (vendor) => may(vendor) && (readersToo || vendor.readsPage !== true),
    );
    const tellPurchases = () => {
      if (funnel.analytics) tellUntold(store, running, may);
    };
    const drain = () => {
      const waiting = store.get(eventsAtom);
      if (waiting.length === 0) return;
      store.set(eventsAtom, []);
      lastPage.current = [...lastPage.current, ...waiting]
        .filter(isPage)
        .slice(-1);
      for (const event of waiting)
        if (event.kind === "purchase") tellPurchases();
        else running.track(event);
    };
    const before = allowedBefore.current;
    // Whoever is allowed only now learns where the visitor is; the others know.
    if (before.length > 0)
      for (const event of hereAndNow(lastPage.current))
        running.track(event, (_id, { purpose }) => !before.includes(purpose));
    allowedBefore.current = allowed;
    drain();
    tellPurchases();
    const unsubscribe = store.sub(eventsAtom, drain);
    return () => {
      unsubscribe();
      running.stop();
      store.set(readersNextAtom, false);
    };
  }, [allowed, isHeld, silenced, brand, funnel, store]);
}

/** Whether the scripts that look at the page by themselves may run; notes where they do. */
function noteReaders(
  store: ReturnType<typeof useStore>,
  runs: (vendor: Vendor) => boolean,
): boolean {
  const where = store.set(readersPlaceAtom);
  const isWanted = Object.values(vendors).some(
    (vendor: Vendor) => vendor.readsPage === true && runs(vendor),
  );
  if (isWanted && where !== "no") store.set(readersNextAtom, true);
  if (isWanted && where === "here") store.set(readersHereAtom, true);
  return where === "here";
}

/** Tells each vendor of the purchases that it is still to be told of, by this document and earlier ones. */
function tellUntold(
  store: ReturnType<typeof useStore>,
  running: Measurement,
  may: (vendor: Vendor) => boolean,
): void {
  const allowed = Object.entries<Vendor>(vendors)
    .filter(([, vendor]) => may(vendor))
    .map(([id]) => id);
  const untold = store.set(keepUntoldAtom, running.ids, (id) =>
    allowed.includes(id),
  );
  for (const { properties } of untold)
    running.track({ kind: "purchase", properties }, (id) =>
      store.set(takeUntoldAtom, properties["event_id"], id),
    );
}

function hereAndNow(events: readonly VisitEvent[]): readonly VisitEvent[] {
  const here = events.filter(isPage).slice(-1);
  return [...here, { kind: "visitor" }];
}

function isPage({ kind }: VisitEvent): boolean {
  return kind === "page";
}

/** Once start-up is over, and whenever something is learned of the visitor from then on. */
function useVisitorEvents(): void {
  const store = useStore();
  const loading = useAtomValue(appLoadingAtom);
  useEffect(() => {
    if (loading) return;
    const track = () => store.set(trackAtom, { kind: "visitor" });
    track();
    const ends = [visitorStored, checkoutStored].map(({ state }) =>
      store.sub(state, track),
    );
    return () => ends.forEach((end) => end());
  }, [loading, store]);
}

function contextOf(
  store: ReturnType<typeof useStore>,
  brand: Brand,
  funnel: Funnel,
  allowed: readonly Purpose[],
): VisitContext {
  return {
    brand,
    funnel,
    deviceId: () => store.get(visitAtom)?.deviceId() ?? null,
    visitorId: () => store.get(visitorStored.state).visitor_id,
    identity: () => store.set(identifyAtom),
    user: () => store.set(reportingUserAtom),
    allows: (purpose) => allowed.includes(purpose),
    sensitive: () => store.get(sensitiveAtom),
    onSensitive: (listen) => store.sub(sensitiveAtom, listen),
    reportDevice: (id) => store.set(reportedDeviceAtom, id),
    location: window.location,
  };
}
