import { findPicture, findPreview } from "../db/previews.ts";
import { ProblemError } from "../http/problem.ts";
import { route } from "./route.ts";
import { currentSession } from "../sessions/session.ts";
import { isToken } from "../token.ts";

/** A finished picture of this session; anybody else's is unknown. */
export const downloadPreviewImg = route("download-preview-img", {
  method: "GET",
  host: "ai",
  path: "/visitor/download-preview-img/{id}",
  session: "needed",
  answer: async ({ c, services }) => {
    const id = c.req.param("id") ?? "";
    const session = await currentSession(c, services);
    const job =
      session && isToken(id)
        ? await findPreview(services.db, session.id, id)
        : null;
    if (session === null || job === null)
      throw new ProblemError("preview-unknown", "Check the id.");
    const picture = await findPicture(services.db, session.id, job.id);
    if (picture === null)
      throw new ProblemError("preview-unfinished", "Ask for its status first.");
    return c.body(new Uint8Array(picture), 200, {
      "content-type": "image/jpeg",
      "content-disposition": 'inline; filename="picture.jpg"',
      "cross-origin-resource-policy": "cross-origin",
    });
  },
});
