import type { MiddlewareHandler } from "hono";
import { EVERYWHERE, IN_PRODUCTION } from "../../generated/delivery.ts";
import type { AppEnv } from "./app-env.ts";

/** Names and values of the headers that every answer has. */
export function securityFields(
  production: boolean,
): readonly (readonly [string, string])[] {
  return Object.entries({
    ...EVERYWHERE,
    ...(production && IN_PRODUCTION),
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
