/** What travels with one request, and how its headers are read. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { CallHeader } from "../../generated/call.ts";
import type { Session } from "../db/sessions.ts";
import type { SiteBrand } from "../site.ts";
import { callFacts } from "./call-schema.ts";

export interface AppEnv {
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: {
    brand: SiteBrand;
    /** The session of the request, once it is known or made. */
    session: Session | null;
  };
}
export type AppContext = Context<AppEnv>;
export type Route = (c: AppContext) => Promise<Response>;

/** Lower case, as Node has them. */
export type HeaderOfCalls = Lowercase<CallHeader>;

/** A header of a call as it came. */
export function callHeader(
  c: AppContext,
  name: HeaderOfCalls,
): string | undefined {
  return c.req.header(name);
}

/** A header that is stored: printable, bounded, null when empty. */
export function readHeader(
  c: AppContext,
  name: HeaderOfCalls | "referer",
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

/** Whether somebody wants to read what programs are answered as JSON. */
export function asksForText(c: AppContext): boolean {
  return /^text\/plain\b/.test(c.req.header("accept") ?? "");
}
