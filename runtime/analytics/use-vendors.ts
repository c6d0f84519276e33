import { useAtomValue, useStore } from "jotai";
import { useEffect } from "react";
import type { Brand, Funnel } from "../../generated/contract.ts";
import { appLoadingAtom } from "../state/app.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import { eventsAtom, trackAtom, type VisitEvent } from "../state/events.ts";
import { identifyAtom, reportingUserAtom } from "../state/identity.ts";
import { reportedDeviceAtom, visitAtom } from "../state/visit.ts";
import { visitorStored } from "../state/visitor.ts";
import { vendors } from "./registry.ts";
import { runVendors } from "./run-vendors.ts";
import type { VendorContext } from "./vendor.ts";

/** Runs the funnel's vendors as long as it is `allowed`, and tells them what happens. */
export function useVendors(
  brand: Brand,
  funnel: Funnel,
  allowed: boolean,
): void {
  const store = useStore();
  useVisitorEvents();
  useEffect(() => {
    // What was done before somebody agreed stays untold, save for where they are now.
    if (!allowed) return () => store.set(eventsAtom, hereAndNow);
    const running = runVendors(vendors, contextOf(store, brand, funnel));
    const drain = () => {
      const waiting = store.get(eventsAtom);
      if (waiting.length === 0) return;
      store.set(eventsAtom, []);
      for (const event of waiting) running.tell(event);
    };
    drain();
    const unsubscribe = store.sub(eventsAtom, drain);
    return () => {
      unsubscribe();
      running.stop();
    };
  }, [allowed, brand, funnel, store]);
}

function hereAndNow(events: readonly VisitEvent[]): readonly VisitEvent[] {
  const here = events.filter(({ kind }) => kind === "page").slice(-1);
  return [...here, { kind: "visitor" }];
}

/** Once start-up is over, and whenever something is learned of the visitor from then on. */
function useVisitorEvents(): void {
  const store = useStore();
  const loading = useAtomValue(appLoadingAtom);
  useEffect(() => {
    if (loading) return;
    const tell = () => store.set(trackAtom, { kind: "visitor" });
    tell();
    const ends = [visitorStored, checkoutStored].map(({ state }) =>
      store.sub(state, tell),
    );
    return () => ends.forEach((end) => end());
  }, [loading, store]);
}

function contextOf(
  store: ReturnType<typeof useStore>,
  brand: Brand,
  funnel: Funnel,
): VendorContext {
  return {
    brand,
    funnel,
    deviceId: () => store.get(visitAtom)?.deviceId() ?? null,
    identity: () => store.set(identifyAtom),
    user: () => store.set(reportingUserAtom),
    reportDevice: (id) => store.set(reportedDeviceAtom, id),
    location: window.location,
  };
}
