/** What travels with one request, and how its headers are read. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Session } from "../db/sessions.ts";
import type { SiteBrand } from "../site.ts";

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

const MAX_HEADER = 1_024;

/** A header that is stored: printable, bounded, null when empty. */
export function readHeader(c: AppContext, name: string): string | null {
  const value = c.req
    .header(name)
    ?.replace(/[^\x20-\x7e]/g, "")
    .slice(0, MAX_HEADER)
    .trim();
  return value === undefined || value === "" ? null : value;
}
