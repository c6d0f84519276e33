import type { Brand } from "../../generated/contract.ts";
import type { Breadcrumb } from "@sentry/react";
import { toldPath } from "../../generated/address.ts";
import { publicAddress } from "../core/query.ts";
import type { Vendor, VendorContext } from "./vendor.ts";

/** Spec 9: shares of what is reported. */
export const TRACE_RATE = 1;
export const REPLAY_ON_ERROR_RATE = 1;
export const REPLAY_SESSION_RATE = 0;

export const sentry: Vendor = {
  purpose: "measurement",
  wanted: ({ vendors }) => vendors.sentry !== null,
  async start(context) {
    const { brand, location } = context;
    const sdk = await import("./sentry-sdk.ts");
    const traced = tracedCalls(brand, location);
    sdk.init({
      dsn: brand.vendors.sentry ?? "",
      environment: hostKind(brand, location.hostname),
      tracesSampleRate: TRACE_RATE,
      tracePropagationTargets: [],
      replaysOnErrorSampleRate: REPLAY_ON_ERROR_RATE,
      replaysSessionSampleRate: REPLAY_SESSION_RATE,
      integrations: [
        sdk.browserTracingIntegration({
          shouldCreateSpanForRequest: traced,
          instrumentNavigation: false,
          instrumentPageLoad: false,
        }),
        sdk.captureConsoleIntegration({ levels: ["error", "warn"] }),
      ],
      beforeBreadcrumb: (crumb) => discreet(crumb, context),
      beforeSend: (event) => {
        if (event.request?.url !== undefined)
          event.request.url = publicAddress(event.request.url);
        return event;
      },
    });
    const { replayIntegration } = await import("./sentry-replay.ts");
    // Its compression would need a worker, which the policy of the documents forbids.
    const replay = replayIntegration({
      useCompression: false,
      maskAllText: true,
    });
    let added = false;
    const record = () => {
      if (!context.allows("replay")) return;
      if (context.sensitive() !== "no") {
        if (added) void replay.stop();
      } else if (added) {
        replay.startBuffering();
      } else {
        sdk.addIntegration(replay);
        added = true;
      }
    };
    record();
    const unwatch = context.onSensitive(record);
    return {
      tell: (event) => {
        if (event.kind === "visitor") nameUser(context, sdk.setUser);
      },
      stop: () => {
        unwatch();
        void sdk.close();
      },
    };
  },
};

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
    typeof value === "string" ? toldPath(value.replace(/[?#].*$/, "")) : value,
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
  return (url) =>
    URL.canParse(url, origin) &&
    new URL(url, origin).pathname.startsWith("/api/");
}

export function hostKind(
  { hosts }: Pick<Brand, "hosts">,
  hostname: string,
): "production" | "staging" | "development" {
  const bare = hostname.toLowerCase().replace(/^www\./, "");
  if (hosts.includes(bare)) return "production";
  const staged = bare.replace(/^(testing|staging)[.-]/, "");
  return staged !== bare && hosts.includes(staged) ? "staging" : "development";
}
