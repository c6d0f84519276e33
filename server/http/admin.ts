import { timingSafeEqual } from "node:crypto";
import { clientAddress, isLoopback } from "./client-address.ts";
import type { AppContext } from "./app-env.ts";
import { isSameSite } from "./origin.ts";
import { noSuchCall, ProblemError } from "./problem.ts";
import { digest } from "../token.ts";

export interface AdminServices {
  /** What lets its holder see figures; null: only a developer on this machine may. */
  readonly adminToken: string | null;
  readonly production: boolean;
}

/** Headers by which a proxy shows that it stands in between. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/**
 * Lets the people who run the server through. With ADMIN_TOKEN set: who sends it as a bearer token, or as the
 * password of basic authentication (which browsers ask for). Without it: direct calls from this machine under a
 * local name, and not in production. Throws a 401, or a 404 where there is nothing to log in to.
 */
export function requireAdmin(c: AppContext, services: AdminServices): void {
  const { adminToken } = services;
  if (adminToken === null) {
    if (isLocal(c, services)) return;
    throw noSuchCall();
  }
  if (presented(c).some((token) => isSame(token, adminToken))) return;
  c.header("www-authenticate", 'Basic realm="funnels", charset="UTF-8"');
  throw new ProblemError("unauthorized", "Send the admin token.");
}

/** A browser that knows the token would send it with the form of a foreign page as well. */
export function requireOwnPage(c: AppContext): void {
  if (!isSameSite(c, () => false))
    throw new ProblemError("foreign-origin", "Call from a page of the server.");
}

function presented(c: AppContext): string[] {
  const [scheme = "", value = ""] = (c.req.header("authorization") ?? "").split(
    " ",
    2,
  );
  if (/^bearer$/i.test(scheme)) return [value];
  if (!/^basic$/i.test(scheme)) return [];
  const pair = Buffer.from(value, "base64").toString();
  return [pair.slice(pair.indexOf(":") + 1)];
}

/** Of equal length as digests, so that the comparison takes the same time for every wrong token. */
export function isSame(token: string, expected: string): boolean {
  return timingSafeEqual(
    Buffer.from(digest(token)),
    Buffer.from(digest(expected)),
  );
}

/** The local name keeps out a page elsewhere whose own name has been pointed at this machine. */
function isLocal(c: AppContext, { production }: AdminServices): boolean {
  const address = clientAddress(c, null) ?? "";
  const { hostname } = new URL(c.req.url);
  const site = c.req.header("sec-fetch-site") ?? "none";
  return (
    !production &&
    isLoopback(address) &&
    /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) &&
    FORWARDED.every((name) => c.req.header(name) === undefined) &&
    (site === "none" || site === "same-origin")
  );
}
