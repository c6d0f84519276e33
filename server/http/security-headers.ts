import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";

const everywhere = {
  "x-content-type-options": "nosniff",
  // Scripts of third parties read where the visitor was before: never which page of ours.
  "referrer-policy": "strict-origin",
  "permissions-policy":
    "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(self), usb=()",
};
/** A document brings its own policy in a meta element, where `frame-ancestors` is not allowed. */
const DOCUMENT_POLICY = "frame-ancestors 'none'";
const YEAR_S = 31_536_000;

/** Names and values of the headers that every answer has. */
export function securityFields(
  production: boolean,
): readonly (readonly [string, string])[] {
  return Object.entries({
    ...everywhere,
    "content-security-policy": DOCUMENT_POLICY,
    ...(production && {
      "strict-transport-security": `max-age=${YEAR_S}; includeSubDomains`,
    }),
  });
}

/** Headers of every answer; a route that sets one of them itself keeps its own. */
export function securityHeaders(
  production: boolean,
): MiddlewareHandler<AppEnv> {
  const fixed = securityFields(production);
  return async (c, next) => {
    await next();
    for (const [name, value] of fixed)
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}
