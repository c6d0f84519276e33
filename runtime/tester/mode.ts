/** The folder `tester` holds the panel of testers, and the proof that somebody is one. */
import { type CookieJar, openCookies } from "../core/cookies.ts";
import { TESTER_PARAMETER, without } from "../core/query.ts";
import { TESTER_COOKIE, TESTER_TTL_S } from "../core/tester-flag.ts";

const OFF = "off:";

export interface TesterOptions {
  /** SHA-256, in hex, of the proof that a tester's cookie carries; empty where nobody can be a tester. */
  readonly configured?: string;
  readonly cookies?: CookieJar;
  readonly location?: Pick<
    Location,
    "pathname" | "search" | "hash" | "protocol"
  >;
  readonly history?: Pick<History, "state" | "replaceState">;
  readonly now?: () => number;
}

/**
 * Whether this visitor is a tester. Does what the address asks for if it holds the code, and takes the code out of the
 * address in any case. The cookie carries the SHA-256 of the code, and scripts know only the SHA-256 of that: whoever
 * has read every file of the site still cannot write the cookie. Rejects where the browser cannot hash (no secure
 * origin).
 */
export async function testerMode({
  configured = import.meta.env.VITE_TESTER_PROOF_SHA256 ?? "",
  location = window.location,
  history = window.history,
  cookies = openCookies(location.protocol === "https:"),
  now = Date.now,
}: TesterOptions = {}): Promise<boolean> {
  const asked = new URLSearchParams(location.search).get(TESTER_PARAMETER);
  if (asked !== null) {
    const search = without(location.search, [TESTER_PARAMETER]);
    history.replaceState(
      history.state,
      "",
      location.pathname + search + location.hash,
    );
    const off = asked.startsWith(OFF);
    const proof = hex(await digest(off ? asked.slice(OFF.length) : asked));
    if (await isProof(proof, configured)) {
      const until = off ? 0 : now() + TESTER_TTL_S * 1_000;
      cookies.set(TESTER_COOKIE, off ? "" : proof, new Date(until));
    }
  }
  return isProof(cookies.get(TESTER_COOKIE) ?? "", configured);
}

/** Compares digests, all bytes of them: how long it takes tells nothing. */
async function isProof(proof: string, configured: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(configured)) return false;
  let different = 0;
  for (const [i, byte] of (await digest(proof)).entries())
    different |= byte ^ Number.parseInt(configured.slice(2 * i, 2 * i + 2), 16);
  return different === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
