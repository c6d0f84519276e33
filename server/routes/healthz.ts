import { sql } from "kysely";
import type { Route } from "../http/app-env.ts";
import type { Database } from "../db/tables.ts";
import { inTime } from "../in-time.ts";
import type { Life } from "../services.ts";
import { respondUnavailable } from "../http/problem.ts";

const TIMEOUT_MS = 2_000;

/** The process is up; whoever asks restarts it when it is not. */
export function healthz(): Route {
  return async (c) => {
    c.header("cache-control", "no-store");
    return c.json({ status: "ok" });
  };
}

/**
 * The process can be sent visitors who want pages or calls: it is not about to stop, and for calls its database answers
 * in time. Pages need none, so that for them the answer only says whether calls would be answered. It names the build
 * that is served.
 */
export function readyz(
  {
    db,
    life,
    build,
  }: {
    readonly db: Database;
    readonly life: Life;
    readonly build: string | null;
  },
  wanted: "pages" | "api",
): Route {
  return async (c) => {
    c.header("cache-control", "no-store");
    const api = !life.stopping && (await answers(db));
    if (life.stopping || (wanted === "api" && !api))
      return respondUnavailable(c);
    return c.json({
      status: "ok",
      api: api ? "ok" : "unavailable",
      ...(build === null ? {} : { build }),
    });
  };
}

/**
 * Whether the database answers in time, and may be written to: a standby that has not taken over answers, and so does one
 * whose host has locked it because its disk is full, but nearly every call writes.
 */
export function answers(db: Database): Promise<boolean> {
  const asked = sql<{ is_writable: boolean }>`
    select current_setting('transaction_read_only') = 'off' as is_writable`
    .execute(db)
    .then(
      ({ rows }) => rows[0]?.is_writable === true,
      () => false,
    );
  return inTime(asked, TIMEOUT_MS, false);
}
