import type { Hono } from "hono";
import type { AdminServices } from "../http/admin.ts";
import { asksForText, type AppEnv } from "../http/app-env.ts";
import { readQuery } from "../http/validate.ts";
import { type DropOffServices, reportDropOff } from "./report.ts";
import { dropOffText } from "./text.ts";

/** Where visitors leave, for those who run the server: data, or the text that the command line prints. */
export function visitRoutes(
  app: Hono<AppEnv>,
  services: AdminServices & DropOffServices,
): void {
  app.get("/admin/visits", async (c) => {
    const report = await reportDropOff(services, readQuery(c.req.url));
    return asksForText(c)
      ? c.text(dropOffText(report))
      : c.json({ version: 1, ...report });
  });
}
