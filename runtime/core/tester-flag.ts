import { TESTER_PARAMETER } from "./query.ts";

/** Spec 9: how long the flag is kept, in seconds. */
export const TESTER_TTL_S = 259_200;
export const TESTER_COOKIE = "tester";

/** Whether the address or a cookie speaks of tester mode: only then is the rest of it loaded, and the cookie's proof judged. */
export function mentionsTester(
  search: string = location.search,
  cookies: () => string = () => document.cookie,
): boolean {
  if (new URLSearchParams(search).has(TESTER_PARAMETER)) return true;
  try {
    return `; ${cookies()}`.includes(`; ${TESTER_COOKIE}=`);
  } catch {
    return false; // Blocked.
  }
}
