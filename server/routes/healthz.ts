import { sql } from "kysely";
import type { Route } from "../http/app-env.ts";
import type { Database } from "../db/tables.ts";
import type { Life } from "../services.ts";
import { ProblemError } from "../http/problem.ts";

const TIMEOUT_MS = 2_000;

/** The process is up; whoever asks restarts it when it is not. */
export function healthz(): Route {
  return async (c) => {
    c.header("cache-control", "no-store");
    return c.json({ status: "ok" });
  };
}

/** The process can be sent visitors: it is not about to stop, and its database answers in time. */
export function readyz({
  db,
  life,
}: {
  readonly db: Database;
  readonly life: Life;
}): Route {
  return async (c) => {
    c.header("cache-control", "no-store");
    if (life.stopping || !(await answers(db)))
      throw new ProblemError("unavailable", "Ask again in a while.");
    return c.json({ status: "ok" });
  };
}

async function answers(db: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), TIMEOUT_MS);
  });
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
