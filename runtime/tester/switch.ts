import { type CookieJar, openCookies } from "../core/cookies.ts";
import { without } from "../core/query.ts";
import {
  TESTER_CODE_SHA256,
  TESTER_COOKIE,
  TESTER_PARAMETER,
  TESTER_TTL_S,
} from "./flag.ts";

const OFF = "off:";

export interface SwitchOptions {
  /** SHA-256 of the code, in hex. */
  readonly configured?: string;
  readonly cookies?: CookieJar;
  readonly location?: Pick<
    Location,
    "pathname" | "search" | "hash" | "protocol"
  >;
  readonly history?: Pick<History, "state" | "replaceState">;
  readonly now?: () => number;
}

/** Does what the address asks for if it holds the code, and takes the code out of the address in any case. */
export async function switchTester({
  configured = TESTER_CODE_SHA256,
  location = window.location,
  history = window.history,
  cookies = openCookies(location.protocol === "https:"),
  now = Date.now,
}: SwitchOptions = {}): Promise<void> {
  const asked = new URLSearchParams(location.search).get(TESTER_PARAMETER);
  const search = without(location.search, [TESTER_PARAMETER]);
  history.replaceState(
    history.state,
    "",
    location.pathname + search + location.hash,
  );
  if (asked === null) return;
  const off = asked.startsWith(OFF);
  const code = off ? asked.slice(OFF.length) : asked;
  if (!(await isCode(code, configured))) return;
  if (off) cookies.set(TESTER_COOKIE, "", new Date(0));
  else cookies.set(TESTER_COOKIE, "1", new Date(now() + TESTER_TTL_S * 1_000));
}

/** Compares digests, all bytes of them: how long it takes tells nothing. */
async function isCode(code: string, configured: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(configured)) return false;
  const bytes = new TextEncoder().encode(code);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  let different = 0;
  for (const [i, byte] of digest.entries())
    different |= byte ^ Number.parseInt(configured.slice(2 * i, 2 * i + 2), 16);
  return different === 0;
}
