import type { CookieJar } from "../core/cookies.ts";

/** A jar that shows what it was given. */
export function fakeCookies(start: Readonly<Record<string, string>> = {}) {
  const values = new Map(Object.entries(start));
  const expiries = new Map<string, Date>();
  const jar: CookieJar = {
    get: (name) => values.get(name) ?? null,
    set: (name, value, expires) => {
      values.set(name, value);
      expiries.set(name, expires);
    },
  };
  return { ...jar, values, expiries };
}
