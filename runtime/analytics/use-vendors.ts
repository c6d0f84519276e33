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
import { runVendors } from "./run-vendors.ts";
import { forgetUntoldAtom, tellUntoldAtom } from "./untold.ts";
import type { Vendor, VisitContext } from "./vendor.ts";

/** Runs the funnel's vendors of the purposes that are `allowed`, and tells them what happens. */
export function useVendors(
  brand: Brand,
  funnel: Funnel,
  allowed: readonly Purpose[],
): void {
  const store = useStore();
  const silenced = useAtomValue(silencedAtom);
  // For whom the vendors ran before, and the page that they were told of last.
  const allowedBefore = useRef<readonly Purpose[]>([]);
  const lastPage = useRef<readonly VisitEvent[]>([]);
  useVisitorEvents();
  useEffect(() => {
    if (funnel.analytics) store.set(tellUntoldAtom);
  }, [funnel, store]);
  useEffect(() => {
    const forget = () => {
      if (funnel.analytics) store.set(forgetUntoldAtom);
    };
    // What was done before somebody agreed stays untold, save for where they are now.
    if (allowed.length === 0 || silenced) {
      allowedBefore.current = [];
      forget();
      const unsubscribe = store.sub(checkoutStored.state, forget);
      return () => {
        unsubscribe();
        store.set(eventsAtom, hereAndNow);
      };
    }
    const may = ({ purpose }: Vendor) => allowed.includes(purpose);
    const readersToo = noteReaders(
      store,
      (vendor) => vendor.wanted(brand, funnel) && may(vendor),
    );
    const running = runVendors(
      vendors,
      contextOf(store, brand, funnel, allowed),
      (vendor) => may(vendor) && (readersToo || vendor.readsPage !== true),
    );
    const tell = async (event: VisitEvent) => {
      await running.track(event);
      if (event.kind === "purchase")
        store.set(forgetUntoldAtom, event.properties["event_id"]);
    };
    const drain = () => {
      const waiting = store.get(eventsAtom);
      if (waiting.length === 0) return;
      store.set(eventsAtom, []);
      lastPage.current = [...lastPage.current, ...waiting]
        .filter(isPage)
        .slice(-1);
      for (const event of waiting) void tell(event);
    };
    const before = allowedBefore.current;
    // Whoever is allowed only now learns where the visitor is; the others know.
    if (before.length > 0)
      for (const event of hereAndNow(lastPage.current))
        void running.track(event, ({ purpose }) => !before.includes(purpose));
    allowedBefore.current = allowed;
    drain();
    const unsubscribe = store.sub(eventsAtom, drain);
    return () => {
      unsubscribe();
      running.stop();
      forget();
      store.set(readersNextAtom, false);
    };
  }, [allowed, silenced, brand, funnel, store]);
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
