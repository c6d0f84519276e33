import { CONTAINER_ID } from "../../generated/vendors.ts";
import { logError } from "../core/log.ts";
import { isRecord } from "../core/read.ts";
import { type Vendor, VendorFault } from "./vendor.ts";
import { loadScript } from "./vendor-script.ts";

/** Spec 9: how often it is looked whether the tag manager is there, and how many times. */
const POLL_MS = 20;
const POLLS_MAX = 100;
const SCRIPT = "https://www.googletagmanager.com/gtm.js";
/** The event by which the tag manager begins; tags may wait for it, each time that it comes. */
const START = "gtm.js";

export const tagManager: Vendor = {
  purpose: "marketing",
  readsPage: true,
  wanted: ({ vendors }, { analytics }) =>
    analytics && vendors.tagManager !== null,
  async start({ brand }) {
    const id = containerId(brand.vendors.tagManager?.id ?? "");
    const layer = dataLayer();
    // It comes and starts once a page, whatever the visitor chooses in between; a failure is noticed by waiting.
    if (!layer.some(isStart)) {
      layer.push({ "gtm.start": Date.now(), event: START });
      loadScript(`${SCRIPT}?id=${id}`).catch(() => undefined);
    }
    // What waits are events, never the visitor's page.
    await isReady(id);
    let stopped = false;
    return {
      track: (event) => {
        if (stopped) return;
        if (event.kind === "page")
          layer.push({
            event: "page_view",
            page_path: event.path,
            page_title: event.title,
          });
        if (event.kind === "purchase")
          layer.push({ event: "purchase", ...event.properties });
      },
      stop: () => {
        stopped = true;
      },
    };
  },
};

/** The id of a container, checked (spec 5). */
export function containerId(id: string): string {
  if (!CONTAINER_ID.test(id)) throw new VendorFault("GTM-ID is not valid");
  return id;
}

/** Waits for the tag manager; when it does not come that is an error, and things go on (spec 8). */
async function isReady(id: string): Promise<void> {
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    if (isThere(id)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  logError("the tag manager was not there in time");
}

function isStart(entry: unknown): boolean {
  return isRecord(entry) && entry["event"] === START;
}

function isThere(id: string): boolean {
  const manager: unknown = Reflect.get(globalThis, "google_tag_manager");
  return typeof manager === "object" && manager !== null && id in manager;
}

/** The list that the script takes its events from. */
function dataLayer(): unknown[] {
  const known: unknown = Reflect.get(globalThis, "dataLayer");
  if (Array.isArray(known)) return known;
  const layer: unknown[] = [];
  Reflect.set(globalThis, "dataLayer", layer);
  return layer;
}
