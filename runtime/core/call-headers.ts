import type { CookieJar } from "./cookies.ts";
import { headerValue } from "./header-value.ts";
import { publicAddress } from "./query.ts";
import { SESSION_HEADER, sessionId } from "./session.ts";

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

/** The headers of every call (spec 7) and those of this one; null and empty values are left out. */
export function callHeaders(
  { cookies, project, deviceId, location }: Caller,
  own: Readonly<Record<string, string | null>> = {},
): Record<string, string> {
  const headers = {
    "X-Host": location.hostname,
    "X-Referrer": publicAddress(location.href),
    "x-device-id": deviceId(),
    "X-Project": project,
    "X-Funnel": location.pathname.split("/")[1] ?? "",
    [SESSION_HEADER]: sessionId(cookies),
    ...own,
  };
  const values = Object.entries(headers).flatMap(([name, value]) =>
    value === null || value === "" ? [] : [[name, headerValue(value)] as const],
  );
  return Object.fromEntries(values);
}
