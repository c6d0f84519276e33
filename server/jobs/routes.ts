import type { Hono } from "hono";
import {
  countJobs,
  type DeadJob,
  dropDead,
  findDead,
  findLiving,
  type JobCount,
  type LivingJob,
  retryDead,
} from "../db/jobs.ts";
import { requireOwnPage } from "../http/admin.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { type AuditServices, audited } from "../http/audited.ts";
import { ProblemError } from "../http/problem.ts";
import { readJson, readQuery } from "../http/validate.ts";
import { allow, readText } from "../orders/asked.ts";
import { table, timeOf } from "../orders/table.ts";

/** Dead letters that are listed at once, and of the other jobs the next ones. */
const LISTED = { dead: 500, others: 20 } as const;

/** The jobs of all processes, for those who run the server: what is not tried any more, and what to do about it. */
export function jobRoutes(app: Hono<AppEnv>, services: AuditServices): void {
  const { db } = services;
  const read = async (c: AppContext) => {
    const queue = readText(readQuery(c.req.url), "queue") ?? undefined;
    const dead = await findDead(db, { queue }, LISTED.dead);
    c.header("x-findings", String(dead.length));
    const counts = (await countJobs(db)).filter(
      (one) => queue === undefined || one.queue === queue,
    );
    return {
      counts,
      dead,
      others: await findLiving(db, { queue }, LISTED.others),
    };
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

/** Which dead letters a body means. Throws a 422 for one that can be misread: what names none of them means all. */
async function readChosen(c: AppContext) {
  const body = await readJson(c.req.raw);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ProblemError("invalid", "Send an object; {} means all.");
  const fields: Readonly<Record<string, unknown>> = { ...body };
  allow(fields, ["queue", "id"]);
  return {
    queue: readText(fields, "queue") ?? undefined,
    id: readText(fields, "id") ?? undefined,
  };
}

/** What stands in the columns of lists of jobs. */
export const JOB_HEADS = {
  counts: ["queue", "state", "jobs"],
  dead: ["queue", "given up", "tries", "why"],
  others: ["queue", "state", "due", "tries", "why not yet"],
} as const;

function textOf({
  counts,
  dead,
  others,
}: {
  readonly counts: readonly JobCount[];
  readonly dead: readonly DeadJob[];
  readonly others: readonly LivingJob[];
}): string {
  if (counts.length === 0)
    return "There is nothing to do, and nothing was given up.\n";
  return [
    table([JOB_HEADS.counts, ...counts.map(countRow)]),
    dead.length === 0
      ? "Nothing was given up.\n"
      : `Given up (jobs retry, jobs drop)\n${table([["job", ...JOB_HEADS.dead], ...dead.map((job) => [job.id, ...deadRow(job)])])}`,
    ...(others.length === 0
      ? []
      : [
          `To be done next\n${table([JOB_HEADS.others, ...others.map(livingRow)])}`,
        ]),
  ].join("\n");
}

/** Lines of lists of jobs, for texts and pages. */
export function countRow({ queue, state, count }: JobCount): string[] {
  return [queue, state, String(count)];
}

export function deadRow({ queue, failed_on, tries, error }: DeadJob): string[] {
  return [queue, timeOf(failed_on), String(tries), error];
}

export function livingRow(job: LivingJob): string[] {
  const { queue, state, due, tries, error } = job;
  const when = state === "active" ? `since ${timeOf(due)}` : timeOf(due);
  return [queue, state, when, String(tries), error];
}
