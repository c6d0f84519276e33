import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Database } from "./db/tables.ts";
import type { GeoTable } from "./geo/geo-table.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { Origins } from "./http/origin.ts";
import type { Providers } from "./payments/registry.ts";
import type { PreviewWorker } from "./previews/worker.ts";
import type { Session } from "./sessions/session.ts";
import type { Hosts, SiteBrand } from "./static/site.ts";
import type { Random } from "./sessions/token.ts";
import type { CallHeader } from "../generated/call.ts";
import { callFacts } from "./http/call-schema.ts";

/** Everything a route may use; time and randomness are among it so that tests can hold them still. */
export interface Services {
  readonly db: Database;
  readonly hosts: Hosts;
  readonly origins: Origins;
  readonly providers: Providers;
  /** Has the pictures made that visitors sent a photograph for. */
  readonly previews: Pick<PreviewWorker, "wake">;
  readonly now: () => Date;
  readonly random: Random;
  readonly log: Log;
  /** `https://api.example` when the API has a host of its own; empty on the same origin. */
  readonly apiOrigin: string;
  readonly countryHeader: string | null;
  readonly cityHeader: string | null;
  readonly postcodeHeader: string | null;
  /** Where addresses are, when no header tells; null: nobody knows. */
  readonly geoTable: GeoTable | null;
  readonly addressHeader: string | null;
  /** Whether contacts and payments are told to the outside. */
  readonly publishes: boolean;
  /** What lets its holder see figures; null: only a developer on this machine may. */
  readonly adminToken: string | null;
  /** Whether anybody may read the metrics. */
  readonly openMetrics: boolean;
  readonly metrics: Metrics;
  readonly life: Life;
  readonly production: boolean;
}

/** Where the process is in its life; whoever stops it says so here. */
export interface Life {
  stopping: boolean;
}

/** What travels with one request. */
export interface AppEnv {
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: {
    brand: SiteBrand;
    /** The session of the request, once it is known or made. */
    session: Session | null;
    /** The line of the route table that answers; null for everything else. */
    route: string | null;
  };
}
export type AppContext = Context<AppEnv>;
export type Route = (c: AppContext) => Promise<Response>;

/** A header that is stored: printable, bounded, null when empty. */
export function readHeader(
  c: AppContext,
  name: Lowercase<CallHeader> | "referer",
): string | null {
  return readText(c.req.header(name));
}

/** The value of a header that an operator names. */
export function readText(header: string | undefined): string | null {
  const value = header
    ?.replace(/[^\x20-\x7e]/g, "")
    .slice(0, callFacts.headerLength)
    .trim();
  return value === undefined || value === "" ? null : value;
}
