import type { Hono } from "hono";
import {
  countJobs,
  type DeadJob,
  dropDead,
  findDead,
  type JobCount,
  retryDead,
} from "../db/jobs.ts";
import type { Database } from "../db/tables.ts";
import {
  type AdminServices,
  requireAdmin,
  requireOwnPage,
} from "../http/admin.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { ProblemError } from "../http/problem.ts";

/** Dead letters that are listed at once. */
const LISTED = 500;

interface JobServices extends AdminServices {
  readonly db: Database;
}

/** The jobs of all processes, for those who run the server: what is not tried any more, and what to do about it. */
export function jobRoutes(app: Hono<AppEnv>, services: JobServices): void {
  const { db } = services;
  const read = async (c: AppContext) => {
    requireAdmin(c, services);
    const dead = await findDead(db, { queue: c.req.query("queue") }, LISTED);
    c.header("x-findings", String(dead.length));
    return { counts: await countJobs(db), dead };
  };
  app.get("/admin/jobs.json", async (c) =>
    c.json({ version: 1, ...(await read(c)) }),
  );
  app.get("/admin/jobs.txt", async (c) => c.text(textOf(await read(c))));
  for (const [what, change] of [
    ["retry", retryDead],
    ["drop", dropDead],
  ] as const)
    app.post(`/admin/jobs/${what}`, async (c) => {
      requireAdmin(c, services);
      requireOwnPage(c);
      return c.json({ jobs: await change(db, await readChosen(c)) });
    });
}

async function readChosen(c: AppContext) {
  const body: unknown = await c.req.json().catch(() => {
    throw new ProblemError("not-parsed", "Send JSON.");
  });
  const { queue, id } = Object(body);
  return {
    queue: typeof queue === "string" ? queue : undefined,
    id: typeof id === "string" ? id : undefined,
  };
}

function textOf({
  counts,
  dead,
}: {
  readonly counts: readonly JobCount[];
  readonly dead: readonly DeadJob[];
}): string {
  const jobs = counts.map(
    ({ queue, state, count }) => `${queue}: ${count} ${state}`,
  );
  const letters = dead.map(
    ({ id, queue, failed_on, tries, error }) =>
      `${id}  ${queue}  ${failed_on.toISOString()}  ${tries} tries  ${error}`,
  );
  return [
    ...(jobs.length === 0 ? ["no jobs"] : jobs),
    "",
    ...(letters.length === 0 ? ["no dead letters"] : letters),
    "",
  ].join("\n");
}
