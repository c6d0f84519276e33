import { isCheckPreviewStatus } from "../../generated/readers/check-preview-status.ts";
import type { PreviewStatus } from "../core/preview.ts";
import type { Client } from "./client.ts";
import { rethrown } from "./logged.ts";
import { NonsenseError, understood } from "./nonsense.ts";

/** In milliseconds: a picture may be on its way for long where the network is slow. */
const DOWNLOAD_TIMEOUT_MS = 60_000;

/** What became of a job. A failure is the caller's: polling knows what a 404 means (spec 8). */
export async function checkPreviewStatus(
  client: Client,
  id: string,
): Promise<PreviewStatus> {
  const answer = await client("/visitor/check-preview-status", {
    host: "ai",
    query: { id },
    repeatable: false,
  });
  const preview = understood(isCheckPreviewStatus, answer);
  if (preview.id !== id)
    throw new NonsenseError("the answer is about another picture");
  return preview.status;
}

/** The finished picture. A failure is logged and rethrown (spec 8). */
export async function downloadPreview(
  client: Client,
  id: string,
): Promise<Blob> {
  return rethrown("downloading the image failed", async () => {
    const path = `/visitor/download-preview-img/${encodeURIComponent(id)}`;
    const picture = await client(path, {
      host: "ai",
      answers: "blob",
      repeatable: true,
      timeout: DOWNLOAD_TIMEOUT_MS,
    });
    if (
      picture instanceof Blob &&
      /^image\/(jpeg|png|webp)$/.test(picture.type)
    )
      return picture;
    throw new NonsenseError("the answer is not a picture");
  });
}
