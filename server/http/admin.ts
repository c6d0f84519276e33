import { timingSafeEqual } from "node:crypto";
import { clientAddress, isLoopback } from "./client-address.ts";
import { type AppContext, callHeader } from "./app-env.ts";
import { isSameSite } from "./origin.ts";
import { noSuchCall, ProblemError } from "./problem.ts";
import type { Hosts } from "../site.ts";
import { digest } from "../token.ts";

export interface AdminServices {
  /** What lets its holder see figures; null: only a developer on this machine may. */
  readonly adminToken: string | null;
  readonly production: boolean;
}

interface HostServices extends Pick<AdminServices, "adminToken"> {
  /** `https://api.example`, or empty where the API is at the hosts of the brands. */
  readonly apiOrigin: string;
  readonly hosts: Pick<Hosts, "known">;
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

/**
 * Keeps operators off the hosts of brands where the API has one of its own. A browser that was asked for the token sends it
 * with all that pages of the same origin ask for, and on those of brands run scripts of third parties. What stands between
 * may tell the host of the page. Throws a 403 that says where operators are, before anybody is asked for the token.
 */
export function requireApiHost(c: AppContext, services: HostServices): void {
  const { adminToken, apiOrigin, hosts } = services;
  if (apiOrigin === "" || adminToken === null) return;
  const own = new URL(apiOrigin).hostname;
  const { hostname } = new URL(c.req.url);
  const told = callHeader(c, "x-host")?.toLowerCase().replace(/:\d+$/, "");
  const isOfPages = hostname !== own && hosts.known(hostname) !== null;
  if (isOfPages || (told !== undefined && told !== own))
    throw new ProblemError(
      "operators-elsewhere",
      `Ask at ${apiOrigin}/api/admin.`,
    );
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
