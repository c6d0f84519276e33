import { parsedUrl } from "../core/parsed-url.ts";
import { publicAddress } from "../core/query.ts";
import { isRecord } from "../core/read.ts";
import type { Batch } from "./replay-controller.ts";

export interface TrackServer {
  readonly host: string;
  readonly key: string;
  readonly deviceId: () => string | null;
  readonly sessionId: string;
  readonly fetch?: typeof fetch;
}

/** The browser lets a request outlive its page up to this size, in bytes. */
const KEEPALIVE_MAX = 60_000;

/** Sends batches to the track server. One that does not arrive is given up: a recording is worth no second try. */
export function trackSender({
  host,
  key,
  deviceId,
  sessionId,
  fetch = globalThis.fetch,
}: TrackServer): (batch: Batch, leaving: boolean) => void {
  const url = `${host.replace(/\/+$/, "")}/track`;
  return (batch, leaving) => {
    const { type, ...content } = batch;
    const text = JSON.stringify(
      {
        api_key: key,
        device_id: deviceId(),
        session_id: sessionId,
        type,
        ...content,
      },
      withoutSecrets,
    );
    const body = new TextEncoder().encode(text);
    fetch(url, {
      method: "POST",
      // Asks for no leave beforehand, for which there is no time when the page goes.
      headers: { "content-type": "text/plain" },
      credentials: "omit",
      keepalive: leaving && body.length < KEEPALIVE_MAX,
      body,
    }).catch(() => undefined);
  };
}

/** A recording names the page's address; it goes without what names a person. */
function withoutSecrets(_key: string, value: unknown): unknown {
  if (!isRecord(value) || typeof value["href"] !== "string") return value;
  const { href } = value;
  return parsedUrl(href) === null
    ? value
    : { ...value, href: publicAddress(href) };
}
