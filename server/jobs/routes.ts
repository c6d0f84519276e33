import type { Hono } from "hono";
import {
  countJobs,
  type DeadJob,
  dropDead,
  findDead,
  type JobCount,
  retryDead,
} from "../db/jobs.ts";
import { requireOwnPage } from "../http/admin.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { type AuditServices, audited } from "../http/audited.ts";
import { ProblemError } from "../http/problem.ts";

/** Dead letters that are listed at once. */
const LISTED = 500;

/** The jobs of all processes, for those who run the server: what is not tried any more, and what to do about it. */
export function jobRoutes(app: Hono<AppEnv>, services: AuditServices): void {
  const { db } = services;
  const read = async (c: AppContext) => {
    const dead = await findDead(db, { queue: c.req.query("queue") }, LISTED);
    c.header("x-findings", String(dead.length));
    return { counts: await countJobs(db), dead };
  };
  app.get("/admin/jobs.json", async (c) =>
    c.json({ version: 1, ...(await read(c)) }),
  );
  app.get("/admin/jobs.txt", async (c) => c.text(textOf(await read(c))));
  for (const what of ["retry", "drop"] as const)
    app.post(`/admin/jobs/${what}`, async (c) => {
      requireOwnPage(c);
      const jobs = await changeDead(services, what, await readChosen(c));
      return c.json({ jobs });
    });
}

/** Tries dead letters again or drops them: one, those of a queue, or all. Written down; answers how many there were. */
export function changeDead(
  services: AuditServices,
  what: "retry" | "drop",
  chosen: {
    readonly id?: string | undefined;
    readonly queue?: string | undefined;
  },
): Promise<number> {
  const change = what === "retry" ? retryDead : dropDead;
  const { id = "", queue = null } = chosen;
  const action = { action: `jobs.${what}`, subject: id, asked: { queue } };
  return audited(services, action, async () => {
    const jobs = await change(services.db, chosen);
    return { answer: jobs, outcome: { jobs } };
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
