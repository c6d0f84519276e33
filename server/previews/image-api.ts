import {
  PictureError,
  type PictureOrder,
  type PictureService,
} from "../pictures/picture-service.ts";

/** A picture may take that long, its way included. */
const TIMEOUT_MS = 60_000;
/** The largest picture that is taken, in bytes. */
export const PICTURE_MAX_BYTES = 16 * 1024 * 1024;
/** What a picture may be sent as. */
const TYPES = ["image/jpeg", "image/png", "image/webp"];

export interface ImageApiSettings {
  /** Where pictures are asked for. */
  readonly address: URL;
  /** Sent as a bearer token; null: the service asks for none. */
  readonly key: string | null;
}

/** A service elsewhere that makes the pictures, by the one call that docs/image-api.yaml describes. */
export function imageApi(
  settings: ImageApiSettings,
  timeoutMs = TIMEOUT_MS,
): PictureService {
  return {
    atOnce: 4,
    make: (order, signal) =>
      within(timeoutMs, signal, async (ends) =>
        readPicture(await post(settings, order, ends)),
      ),
  };
}

/** Ends the work with the signal, or when its time is over. `AbortSignal.any` of both may be forgotten by Node 20. */
async function within<T>(
  timeMs: number,
  signal: AbortSignal,
  work: (ends: AbortSignal) => Promise<T>,
): Promise<T> {
  const ends = new AbortController();
  const end = () => ends.abort();
  const timer = setTimeout(end, timeMs);
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  try {
    return await work(ends.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

async function post(
  { address, key }: ImageApiSettings,
  order: PictureOrder,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(address, {
      method: "POST",
      body: formOf(order),
      headers: {
        accept: TYPES.join(", "),
        ...(key !== null && { authorization: `Bearer ${key}` }),
      },
      redirect: "error",
      signal,
    });
  } catch {
    throw new PictureError("unavailable", "the image service does not answer");
  }
}

/** The photograph and what is to become of it; nothing of the visitor who sent it. */
function formOf(order: PictureOrder): FormData {
  const form = new FormData();
  form.set("side", String(order.side));
  if (order.kind === "style") form.set("style", order.style);
  else form.set("prompt", order.prompt);
  if (order.photo !== null) {
    const file = new Uint8Array(order.photo);
    form.set("photo", new Blob([file], { type: "image/jpeg" }), "photo.jpg");
  }
  return form;
}

/** Its fault or too much to do: again later. Anything else is about the order, or about our key, and stays so. */
function refusalOf(status: number): PictureError {
  const isPassing = status >= 500 || status === 408 || status === 429;
  return new PictureError(
    isPassing ? "unavailable" : "refused",
    `the image service answers ${status}`,
  );
}

async function readPicture(answer: Response): Promise<Uint8Array> {
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  const isPicture = TYPES.includes(type.trim().toLowerCase());
  if (answer.ok && isPicture) return readBody(answer);
  await answer.body?.cancel();
  throw answer.ok
    ? new PictureError("unusable", "the image service sends no picture")
    : refusalOf(answer.status);
}

async function readBody({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body ?? []) {
      size += part.length;
      if (size > PICTURE_MAX_BYTES) break;
      parts.push(part);
    }
  } catch {
    throw new PictureError("unavailable", "the image service breaks off");
  }
  if (size > PICTURE_MAX_BYTES)
    throw new PictureError("unusable", "the picture is too large");
  return Buffer.concat(parts);
}
