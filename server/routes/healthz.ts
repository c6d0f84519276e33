import { sql } from "kysely";
import type { Route, Services } from "../context.ts";
import { ProblemError } from "../problem.ts";

export function healthz({ db }: Services): Route {
  return async (c) => {
    try {
      await sql`select 1`.execute(db);
    } catch {
      throw new ProblemError("unavailable", "Ask again in a while.");
    }
    return c.json({ status: "ok" });
  };
}
