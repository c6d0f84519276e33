import type { MiddlewareHandler } from "hono";
import type { Log } from "../log.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * Says once that a proxy tells its clients' addresses and nobody reads them. The calls of all visitors are counted as the
 * proxy's then, and soon refused; those of a proxy on this machine are not counted at all.
 */
export function unreadAddresses({
  addressHeader,
  log,
  production,
}: {
  readonly addressHeader: string | null;
  readonly log: Log;
  readonly production: boolean;
}): MiddlewareHandler<AppEnv> {
  let isSaid = addressHeader !== null || !production;
  return async (c, next) => {
    if (!isSaid && c.req.header("x-forwarded-for") !== undefined) {
      isSaid = true;
      log({
        level: "error",
        message: "addresses of clients unread",
        hint: "behind a proxy, set CLIENT_ADDRESS_HEADER to the header that it overwrites",
      });
    }
    await next();
  };
}
