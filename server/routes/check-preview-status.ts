import type { CheckPreviewStatus } from "../../generated/api.ts";
import type { Route, Services } from "../context.ts";
import { findPreview } from "../db/previews.ts";
import { ProblemError } from "../problem.ts";
import { currentSession } from "../session.ts";
import { readPreviewQuery, readQuery } from "../validate.ts";

/** What became of a job of this session; without an id, of its newest one. */
export function checkPreviewStatus(services: Services): Route {
  return async (c) => {
    const { id = null } = readPreviewQuery(readQuery(c.req.url));
    const session = await currentSession(c, services);
    const job = session && (await findPreview(services.db, session.id, id));
    if (job === null)
      throw new ProblemError("preview-unknown", "Send a picture first.");
    const answer: CheckPreviewStatus["answer"] = {
      ...job,
      new_image:
        job.status === "completed"
          ? `/visitor/download-preview-img/${job.id}`
          : null,
    };
    return c.json(answer);
  };
}
