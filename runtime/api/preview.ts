import { isCheckPreviewStatus } from "../../generated/readers/check-preview-status.ts";
import { isPreRegData } from "../../generated/readers/pre-reg-data.ts";
import { type PreviewStatus, readPreviewId } from "../core/preview.ts";
import type { Client } from "./client.ts";
import { rethrown } from "./logged.ts";
import { NonsenseError, understood } from "./nonsense.ts";

/** A photograph may be on its way for long where the network is slow, in milliseconds. */
const UPLOAD_TIMEOUT_MS = 120_000;
const DOWNLOAD_TIMEOUT_MS = 60_000;

/** What a picture shall be made of. */
export type PreviewOrder =
  | { readonly image: Blob; readonly styles: readonly string[] }
  | { readonly prompt: string };

/** Sends a photograph or a prompt; the answer is the id of the job. A failure is logged and rethrown (spec 8). */
export async function sendPreview(
  client: Client,
  order: PreviewOrder,
  {
    device,
    send,
  }: { readonly device: string | null; readonly send: typeof fetch },
): Promise<string> {
  return rethrown("uploading the image failed", async () => {
    const answer = await client("/pre-reg-data", {
      method: "POST",
      host: "ai",
      body: formOf(order, device),
      repeatable: false,
      timeout: UPLOAD_TIMEOUT_MS,
      fetch: send,
    });
    const id = readPreviewId(understood(isPreRegData, answer).data.data.id);
    if (id === null) throw new NonsenseError("the answer names no picture");
    return id;
  });
}

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
    throw new NonsenseError("the answer is no picture");
  });
}

function formOf(order: PreviewOrder, device: string | null): FormData {
  const form = new FormData();
  if ("image" in order) {
    form.set("image", order.image, "photo.jpg");
    form.set("styles", JSON.stringify(order.styles));
  } else {
    form.set("prompt", JSON.stringify(order.prompt));
  }
  if (device !== null) form.set("device_id", device);
  return form;
}
