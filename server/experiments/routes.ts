import type { Hono } from "hono";
import type { AdminServices } from "../http/admin.ts";
import type { AppEnv } from "../http/app-env.ts";
import { countExposures } from "../db/experiment-counts.ts";
import type { Database } from "../db/tables.ts";
import { type ExperimentReport, reportExperiments } from "./report.ts";
import { experimentsText } from "./text.ts";

interface ReportServices extends AdminServices {
  readonly db: Database;
}

/** What the experiments have come to, for those who run the server: data, and the text that the command line prints. */
export function experimentRoutes(
  app: Hono<AppEnv>,
  services: ReportServices,
): void {
  const read = async () => reportExperiments(await countExposures(services.db));
  app.get("/admin/experiments.txt", async (c) => {
    const reports = await read();
    c.header(FINDINGS, findings(reports));
    return c.text(experimentsText(reports));
  });
  app.get("/admin/experiments.json", async (c) => {
    const experiments = await read();
    c.header(FINDINGS, findings(experiments));
    return c.json({ version: 1, experiments });
  });
}

/** How many splits do not fit their weights; programs that watch read it. */
const FINDINGS = "x-findings";

function findings(reports: readonly ExperimentReport[]): string {
  return String(reports.filter(({ split }) => !split.plausible).length);
}
