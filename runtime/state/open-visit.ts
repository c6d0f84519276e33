import { createStore } from "jotai";
import { v4 } from "uuid";
import type { Brand, Funnel } from "../../generated/contract.ts";
import { createClient } from "../api/client.ts";
import { readAttribution } from "../core/attribution.ts";
import { openCookies, type CookieJar } from "../core/cookies.ts";
import {
  type Device,
  deviceId,
  reportedDevice,
  type ReportedDeviceOptions,
} from "../core/device-id.ts";
import {
  checkoutParameter,
  PERSONAL_PARAMETERS,
  without,
} from "../core/query.ts";
import { isResumed, readResumed } from "../core/resume-link.ts";
import { sessionId } from "../core/session.ts";
import { openStorage, openTab, type SafeStorage } from "../core/storage.ts";
import { laterDeliveriesAtom } from "./delivery.ts";
import { deliverAtom } from "./outbox.ts";
import { followAtom, restoreAtom } from "./restore.ts";
import { hearTimeAtom } from "./server-clock.ts";
import { startAtom } from "./start.ts";
import {
  type PageLocation,
  reportedDeviceAtom,
  resumeAtom,
  visitAtom,
} from "./visit.ts";

/** All but brand and funnel have the browser's own as defaults. */
export interface VisitOptions {
  readonly brand: Brand;
  readonly funnel: Funnel;
  readonly storage?: SafeStorage;
  readonly tab?: SafeStorage;
  readonly cookies?: CookieJar;
  readonly fetch?: typeof fetch;
  readonly apiBase?: string;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly uuid?: () => string;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly location?: PageLocation;
  readonly history?: Pick<History, "state" | "replaceState">;
  readonly referrer?: string;
  readonly repeated?: boolean;
  readonly dataset?: Readonly<DOMStringMap>;
  readonly events?: Pick<Window, "addEventListener" | "removeEventListener">;
}

type Store = ReturnType<typeof createStore>;

export interface OpenedVisit {
  /** For jotai's Provider. Empty until `restore`. */
  readonly store: Store;
  /** Takes over what is stored, at once; call it in a layout effect. Yields the clean-up. */
  restore(): () => void;
  /** Start-up (spec 4): geo where the brand asks for it, visitor info, waiting contacts. Never rejects. */
  start(): Promise<void>;
}

/**
 * Opens a visit to one funnel. The address is read here, before any redirect; what names a person is taken out of it
 * (email, name, answers of a link), and out of earlier entries of the history on the way back to them, so that no later
 * address, header or log shows it.
 */
export function openVisit(options: VisitOptions): OpenedVisit {
  const { brand, funnel } = options;
  const location = options.location ?? window.location;
  const storage = options.storage ?? openStorage();
  const cookies =
    options.cookies ?? openCookies(location.protocol === "https:");
  const now = options.now ?? Date.now;
  const uuid = options.uuid ?? v4;
  const sleep = options.sleep ?? wait;
  const { search, hash, host } = location;
  const referrer = options.referrer ?? document.referrer;
  const repeated = options.repeated ?? isRepeated();
  const attribution = readAttribution({ search, referrer, host, repeated });
  const hide = () => hidePersonal(location, options.history ?? window.history);
  hide();
  const store = createStore();
  const device = openDevice(options, {
    queried: attribution.deviceId,
    storage,
    reported: () => store.get(reportedDeviceAtom),
    sleep,
    uuid,
  });
  const sessionBefore = sessionId(cookies);
  const client = createClient({
    cookies,
    project: brand.project.alias,
    deviceId: device.id,
    ready: device.settled,
    location,
    now,
    onTime: (server) => store.set(hearTimeAtom, { server, device: now() }),
    sleep,
    ...(options.fetch && { fetch: options.fetch }),
    ...(options.apiBase !== undefined && { base: options.apiBase }),
  });
  const random = options.random ?? Math.random;
  store.set(visitAtom, {
    brand,
    funnel,
    attribution,
    deviceId: device.id,
    resumed: readResumed(hash, funnel),
    returned: checkoutParameter(search) !== null,
    sessionBefore,
    storage,
    tab: options.tab ?? openTab(),
    cookies,
    client,
    location,
    dataset: options.dataset ?? document.documentElement.dataset,
    now,
    random,
    uuid,
    sleep,
  });
  return {
    store,
    restore: () => restore(store, options.events ?? window, hide),
    start: () => store.set(startAtom),
  };
}

/** Whether the page was reloaded or gone back to. */
function isRepeated(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return (
    entry instanceof PerformanceNavigationTiming && entry.type !== "navigate"
  );
}

/** Only a brand that asks for the SDK's id, on a funnel that has the SDK, waits for one. */
function openDevice(
  { brand, funnel }: VisitOptions,
  options: ReportedDeviceOptions & { readonly uuid: () => string },
): Device {
  if (brand.deviceId === "analytics" && funnel.analytics)
    return reportedDevice(options);
  const id = deviceId(options.queried, options.storage, options.uuid);
  return { id: () => id, settled: null };
}

function restore(
  store: Store,
  events: NonNullable<VisitOptions["events"]>,
  hide: () => void,
): () => void {
  store.set(restoreAtom);
  const onStorage = ({ key }: StorageEvent) => store.set(followAtom, key);
  // A page that comes back from the browser's cache has missed what other pages wrote.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    store.set(followAtom, null);
    store.set(resumeAtom);
  };
  // What could not be sent is sent when the network is back, or the visitor is.
  const onReturn = () => {
    for (const delivery of [deliverAtom, ...store.get(laterDeliveriesAtom)])
      void store.set(delivery);
  };
  // Entries from before React still have it; before the router looks at the address.
  events.addEventListener("popstate", hide, { capture: true });
  events.addEventListener("storage", onStorage);
  events.addEventListener("pageshow", onShow);
  events.addEventListener("online", onReturn);
  events.addEventListener("visibilitychange", onReturn);
  return () => {
    events.removeEventListener("popstate", hide, { capture: true });
    events.removeEventListener("storage", onStorage);
    events.removeEventListener("pageshow", onShow);
    events.removeEventListener("online", onReturn);
    events.removeEventListener("visibilitychange", onReturn);
  };
}

function hidePersonal(
  location: PageLocation,
  history: NonNullable<VisitOptions["history"]>,
): void {
  const search = without(location.search, PERSONAL_PARAMETERS);
  const hash = isResumed(location.hash) ? "" : location.hash;
  if (search === location.search && hash === location.hash) return;
  // The whole address: a path that begins with two slashes would name another host.
  const url = new URL(location.href);
  url.search = search;
  url.hash = hash;
  history.replaceState(history.state, "", url.href);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
