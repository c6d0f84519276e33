import type { Brand } from "../../generated/contract.ts";
import type { Breadcrumb, BreadcrumbHint } from "@sentry/react";
import { redactPath, redactText } from "../../generated/address.ts";
import { isStaging, withoutPrefix } from "../../generated/host-prefix.ts";
import { parsedUrl } from "../core/parsed-url.ts";
import { publicAddress } from "../core/query.ts";
import {
  ANSWER_PLACE,
  NOT_RUNNING,
  PRIVATE_PLACE,
  type Vendor,
  type VendorContext,
} from "./vendor.ts";

/** Spec 9: shares of what is reported. */
export const TRACE_RATE = 1;
export const REPLAY_ON_ERROR_RATE = 1;
export const REPLAY_SESSION_RATE = 0;

export const sentry: Vendor = {
  purpose: "measurement",
  also: "replay",
  wanted: ({ vendors }) => vendors.sentry !== null,
  async start(context) {
    current = context;
    library ??= begin(context).catch((error: unknown) => {
      library = null;
      throw error;
    });
    const started = await library;
    if (started === null || context.isStopped()) return NOT_RUNNING;
    const { replay, hear, setUser } = started;
    hear(true);
    const record = () => {
      if (!context.allows("replay")) replay.discard();
      else if (context.sensitive() === "no") replay.start();
      else replay.stop();
    };
    record();
    const unwatch = context.onSensitive(record);
    return {
      track: (event) => {
        if (event.kind === "visitor") nameUser(context, setUser);
      },
      stop: () => {
        unwatch();
        // Whoever was started meanwhile goes on.
        if (current !== context) return;
        replay.discard();
        hear(false);
      },
    };
  },
};

interface Library {
  /** Whether it sends reports, and notes what may go with them. */
  readonly hear: (on: boolean) => void;
  readonly setUser: (user: { email: string; username?: string }) => void;
  readonly replay: {
    readonly start: () => void;
    /** What was recorded until now is sent, where an error has been. */
    readonly stop: () => void;
    /** What was not sent yet never is: nobody may record any more. */
    readonly discard: () => void;
  };
}

/** Of this document. The library begins once in it: whoever is not wanted any more is switched off, and on again. */
let library: Promise<Library | null> | null = null;
/** Whom the library asks: the permissions of now, not those under which it began. */
let current: VendorContext;
/** Null where nobody wants it any more by the time it is there. */
async function begin({
  brand,
  location,
}: VendorContext): Promise<Library | null> {
  const [sdk, { replayIntegration }] = await Promise.all([
    import("./sentry-sdk.ts"),
    import("./sentry-replay.ts"),
  ]);
  if (current.isStopped()) {
    library = null;
    return null;
  }
  const traced = tracedCalls(brand, location);
  let hears = true;
  sdk.init({
    dsn: brand.vendors.sentry ?? "",
    environment: hostKind(brand, location.hostname),
    tracesSampleRate: TRACE_RATE,
    tracePropagationTargets: [],
    // Whose reports they are is said by `setUser` alone, not by the address of the network.
    dataCollection: { userInfo: false },
    replaysOnErrorSampleRate: REPLAY_ON_ERROR_RATE,
    replaysSessionSampleRate: REPLAY_SESSION_RATE,
    integrations: [
      sdk.browserTracingIntegration({
        shouldCreateSpanForRequest: traced,
        instrumentNavigation: false,
        instrumentPageLoad: false,
        instrumentBfcacheRestore: false,
        // Traces are of calls alone (spec 7); these would name the element that somebody tapped.
        webVitals: { ignore: ["cls", "inp", "lcp"] },
      }),
      sdk.captureConsoleIntegration({ levels: ["error", "warn"] }),
    ],
    beforeBreadcrumb: (crumb, hint) =>
      !hears || isAnswer(hint) ? null : discreet(crumb, current),
    beforeSendSpan: discreetReport,
  });
  const client = sdk.getClient();
  // Errors, and what goes with a recording.
  client?.addEventProcessor(discreetReport);
  // Its compression would need a worker, which the policy of the documents forbids.
  const integration = replayIntegration({
    useCompression: false,
    maskAllText: true,
    block: [ANSWER_PLACE, PRIVATE_PLACE],
    // What was tapped is noted there once more, by the ids of its elements.
    beforeAddRecordingEvent: (event) =>
      JSON.stringify(event.data).includes('"ui.')
        ? null
        : discreetReport(event),
  });
  const options = client?.getOptions();
  return {
    hear: (on) => {
      hears = on;
      if (options !== undefined) options.enabled = on;
    },
    setUser: sdk.setUser,
    replay: replayOf(integration, () => sdk.addIntegration(integration)),
  };
}

/** Added to the library when somebody may be recorded for the first time. */
function replayOf(
  integration: ReturnType<
    typeof import("./sentry-replay.ts").replayIntegration
  >,
  add: () => void,
): Library["replay"] {
  let added = false;
  return {
    start: () => {
      if (added) integration.startBuffering();
      else add();
      added = true;
    },
    stop: () => {
      if (added) void integration.stop();
    },
    discard: () => {
      if (added) void integration.stop({ flush: false });
    },
  };
}

/** Whether something was tapped or typed where answers are given: the ids of elements tell which it is. */
function isAnswer(hint: BreadcrumbHint | undefined): boolean {
  const event: unknown = hint?.["event"];
  const target = event instanceof Event ? event.target : null;
  return target instanceof Element && target.closest(ANSWER_PLACE) !== null;
}

/**
 * Names pages and calls as others may know them, wherever a report names them: as the page, as the file that a script of
 * the document stands in, in what was written to the log.
 */
export function discreetReport<Report extends object>(report: Report): Report {
  makeDiscreet(report, new Set());
  return report;
}

/** What the library keeps with a report for itself. */
const UNSENT = "sdkProcessingMetadata";
/** What holds the query of a call by itself: `url.query`, `http.query`, `query_string`. */
const QUERY = /(?:^|\.)query(?:_string)?$/;

function makeDiscreet(value: unknown, seen: Set<unknown>): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  for (const [key, part] of Object.entries(value)) {
    if (typeof part !== "string") {
      if (key !== UNSENT) makeDiscreet(part, seen);
    } else Reflect.set(value, key, QUERY.test(key) ? "" : discreetText(part));
  }
}

function discreetText(text: string): string {
  const isAddress = /^https?:/.test(text) && parsedUrl(text) !== null;
  return redactText(isAddress ? publicAddress(text) : text).replace(
    CALL,
    (_address, call: string, below?: string) =>
      below === undefined ? call : `${call}/*`,
  );
}

/** A call by its area and its name; what comes below or behind names a payment, a charge or a picture. */
const CALL = /(\/(?:ai-)?api\/[\w-]+\/[\w-]+)(\/[^\s?#"']*)?(?:\?[^\s#"']*)?/g;

/** What was tapped on a sensitive page is not noted, and no page of that kind is named. */
function discreet(
  crumb: Breadcrumb,
  { sensitive }: VendorContext,
): Breadcrumb | null {
  const { category = "", data } = crumb;
  if (category.startsWith("ui.") && sensitive() !== "no") return null;
  if (category !== "navigation" || data === undefined) return crumb;
  const told = Object.entries(data).map(([name, value]) => [
    name,
    typeof value === "string"
      ? redactPath(value.replace(/[?#].*$/, ""))
      : value,
  ]);
  return { ...crumb, data: Object.fromEntries(told) };
}

/** Reports name the visitor (spec 7). That it fails is said to the console alone (spec 8). */
export function nameUser(
  { user }: Pick<VendorContext, "user">,
  setUser: (user: { email: string; username?: string }) => void,
): void {
  const known = user();
  if (known === null) return;
  try {
    setUser(known);
  } catch {
    console.error("setting the user of error reports failed");
  }
}

/** Which calls leave a trace: those to `/api`, on the brand's production and staging hosts alone (spec 7). */
export function tracedCalls(
  brand: Pick<Brand, "hosts">,
  { hostname, origin }: Pick<Location, "hostname" | "origin">,
): (url: string) => boolean {
  if (hostKind(brand, hostname) === "development") return () => false;
  return (url) => parsedUrl(url, origin)?.pathname.startsWith("/api/") === true;
}

export function hostKind(
  { hosts }: Pick<Brand, "hosts">,
  hostname: string,
): "production" | "staging" | "development" {
  const host = hostname.toLowerCase();
  if (!hosts.includes(withoutPrefix(host))) return "development";
  return isStaging(host) ? "staging" : "production";
}
