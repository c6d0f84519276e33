import { findPreview } from "../db/previews.ts";
import { ProblemError } from "../http/problem.ts";
import { route } from "./route.ts";
import { currentSession } from "../sessions/session.ts";

/** What became of a job of this session; without an id, of its newest one. */
export const checkPreviewStatus = route("check-preview-status", {
  method: "GET",
  host: "ai",
  path: "/visitor/check-preview-status",
  session: "needed",
  answer: async ({ c, services, query: { id = null } }) => {
    const session = await currentSession(c, services);
    const job = session && (await findPreview(services.db, session.id, id));
    if (job === null)
      throw new ProblemError("preview-unknown", "Send a picture first.");
    const made = job.status === "completed";
    return {
      ...job,
      new_image: made ? `/visitor/download-preview-img/${job.id}` : null,
    };
  },
});
