import { type CallHeader, SESSION_HEADER } from "../../generated/call.ts";
import type { CookieJar } from "./cookies.ts";
import { headerValue } from "./header-value.ts";
import { publicAddress } from "./query.ts";
import { sessionId } from "./session.ts";

/** Who calls: what the headers of spec 7 are made of. */
export interface Caller {
  readonly cookies: CookieJar;
  readonly project: string;
  readonly deviceId: () => string | null;
  readonly location: {
    readonly href: string;
    readonly hostname: string;
    readonly pathname: string;
  };
}

/** Headers of a call, by the names that its schema has; null and empty values are left out. */
export type CallHeaders = {
  readonly [Name in CallHeader]?: string | null;
};

/** The headers of every call (spec 7) and those of this one; null and empty values are left out. */
export function callHeaders(
  { cookies, project, deviceId, location }: Caller,
  own: CallHeaders = {},
): Record<string, string> {
  const headers = {
    "X-Host": location.hostname,
    "X-Referrer": publicAddress(location.href),
    "x-device-id": deviceId(),
    "X-Project": project,
    "X-Funnel": location.pathname.split("/")[1] ?? "",
    [SESSION_HEADER]: sessionId(cookies),
    ...own,
  } satisfies CallHeaders;
  const values = Object.entries(headers).flatMap(([name, value]) =>
    value === null || value === "" ? [] : [[name, headerValue(value)] as const],
  );
  return Object.fromEntries(values);
}
