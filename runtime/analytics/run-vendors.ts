import type { Vendors as Declared } from "../../generated/vendors.ts";
import { logError, logWarning } from "../core/log.ts";
import type { VisitEvent } from "../state/events.ts";
import {
  type RunningVendor,
  type Vendor,
  type VendorContext,
  VendorFault,
  type VisitContext,
} from "./vendor.ts";

export type Vendors = { readonly [Id in keyof Declared]: Vendor };

export interface Measurement {
  /** Who was begun. */
  readonly ids: readonly string[];
  /**
   * Tells all vendors, or those that it is meant for. Those that are not there yet are told when they are, unless all
   * have been stopped by then; `isMeant` is asked at that time, also for one that turns out not to come.
   */
  track(
    event: VisitEvent,
    isMeant?: (id: string, vendor: Vendor) => boolean,
  ): void;
  /** At once, also for vendors that are not there yet. */
  stop(): void;
}

/**
 * Starts the vendors that the funnel uses and that `may` run, each by itself: one that throws or never comes harms no
 * other.
 */
export function runVendors(
  vendors: Partial<Vendors>,
  visit: VisitContext,
  may: (vendor: Vendor) => boolean = () => true,
): Measurement {
  let isStopped = false;
  const context = { ...visit, isStopped: () => isStopped };
  const running = Object.entries(vendors)
    .filter(
      ([, vendor]) =>
        vendor.wanted(context.brand, context.funnel) && may(vendor),
    )
    .map(([id, vendor]) => ({ id, vendor, begun: begin(id, vendor, context) }));
  const each = (
    what: string,
    act: (started: RunningVendor | null, id: string, vendor: Vendor) => unknown,
  ) => {
    for (const { id, vendor, begun } of running)
      begun
        .then((started) => act(started, id, vendor))
        .catch((error: unknown) => report(`${id} could not ${what}`, error));
  };
  return {
    ids: running.map(({ id }) => id),
    track: (event, isMeant = () => true) =>
      each(`take a ${event.kind} event`, (started, id, vendor) =>
        !isStopped && isMeant(id, vendor) ? started?.track(event) : undefined,
      ),
    stop: () => {
      isStopped = true;
      each("be stopped", (started) => started?.stop());
    },
  };
}

/** Null for a vendor that could not be started: analytics failures are warnings, and the app goes on (spec 8). */
async function begin(
  id: string,
  vendor: Vendor,
  context: VendorContext,
): Promise<RunningVendor | null> {
  try {
    return await vendor.start(context);
  } catch (error) {
    report(`${id} could not be started`, error);
    return null;
  }
}

function report(what: string, error: unknown): void {
  if (error instanceof VendorFault) logError(error.message);
  else logWarning(what, error);
}
