/** Spec 9: how long the flag is kept, in seconds. */
export const TESTER_TTL_S = 259_200;
export const TESTER_COOKIE = "tester";
/** `?tester=<code>` switches on, `?tester=off:<code>` off. */
export const TESTER_PARAMETER = "tester";
/** SHA-256 of the code, in hex; empty where nobody can be a tester. */
export const TESTER_CODE_SHA256 = import.meta.env.VITE_TESTER_CODE_SHA256 ?? "";

/** Whether the flag is set; never where no code is configured. */
export function isTester(
  configured = TESTER_CODE_SHA256,
  cookies: () => string = () => document.cookie,
): boolean {
  if (configured === "") return false;
  try {
    return /(^|; )tester=1(;|$)/.test(cookies());
  } catch {
    return false; // Blocked.
  }
}
