import type { Hono } from "hono";
import type { Backup } from "../db/backup.ts";
import type { AppEnv } from "../http/app-env.ts";
import { requireOwnPage } from "../http/admin.ts";
import { type AuditServices, audited } from "../http/audited.ts";
import { ProblemError } from "../http/problem.ts";

/** The embedded database as a file, for whoever has the admin token. */
export function backupRoute(
  api: Hono<AppEnv>,
  services: AuditServices & { readonly backup: Backup },
): void {
  const { backup } = services;
  api.post("/admin/backup", async (c) => {
    requireOwnPage(c);
    if (backup === null)
      throw new ProblemError(
        "backup-elsewhere",
        "PostgreSQL is backed up by pg_dump and its log.",
      );
    const action = { action: "backup", subject: "", asked: {} };
    const file = await audited(services, action, async () => {
      const answer = await backup();
      return { answer, outcome: { bytes: answer.size } };
    });
    return c.body(file.stream(), 200, {
      "content-type": "application/gzip",
      "content-length": String(file.size),
    });
  });
}
