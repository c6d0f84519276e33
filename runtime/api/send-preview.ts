import { isPreRegData } from "../../generated/readers/pre-reg-data.ts";
import { readPreviewId } from "../core/preview.ts";
import type { Client } from "./client.ts";
import { rethrown } from "./logged.ts";
import { NonsenseError, understood } from "./nonsense.ts";

/** In milliseconds: a photograph may be on its way for long where the network is slow. */
const UPLOAD_TIMEOUT_MS = 120_000;

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
