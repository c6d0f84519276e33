import { createServer } from "node:http";
import { gunzipSync } from "node:zlib";
import { vi } from "vitest";
import type { Vendors } from "../../generated/vendors.ts";
import { brand, funnel, funnelWith } from "./funnel.ts";
import type { VendorContext } from "../analytics/vendor.ts";

/** What a vendor was sent. */
export interface Sent {
  readonly path: string;
  readonly text: string;
}

/** A vendor's server on this machine: takes everything and answers `{}`. */
export async function vendorServer() {
  const sent: Sent[] = [];
  const http = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      if (request.method !== "OPTIONS")
        sent.push(read(request.url ?? "", body));
      response.writeHead(200, {
        "content-type": "application/json",
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "*",
      });
      response.end("{}");
    });
  });
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const address = http.address();
  if (address === null || typeof address === "string")
    throw new Error("no port");
  return {
    port: address.port,
    host: `http://127.0.0.1:${address.port}`,
    sent,
    close: async () => {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
}

/** Time goes on by itself, and can be moved on: for tests of what vendors send after a while. */
export function movableTime(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: [
      "setTimeout",
      "clearTimeout",
      "setInterval",
      "clearInterval",
      "Date",
    ],
  });
}

/**
 * Lets time pass in which a vendor sends what it has gathered, and waits until all of it has arrived. What has to come
 * is waited for by itself: other threads may still be at packing it.
 */
export async function everythingSent(host: string): Promise<void> {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(10_000);
  const packed = new CompressionStream("gzip");
  void packed.writable.getWriter().close();
  await new Response(packed.readable).arrayBuffer();
  // What is asked later has been answered.
  for (let turns = 0; turns < 2; turns += 1) await fetch(`${host}/last`);
}

/** Bodies may be packed. */
function read(path: string, body: Buffer): Sent {
  if (body[0] === 0x1f && body[1] === 0x8b)
    return { path, text: gunzipSync(body).toString() };
  const text = body.toString();
  if (!path.includes("compression=base64")) return { path, text };
  const data = new URLSearchParams(text).get("data") ?? text;
  return { path, text: Buffer.from(data, "base64").toString() };
}

/** What a vendor knows of a visit, of a funnel that measures. */
export function contextWith(
  vendors: Partial<Vendors>,
  changes: Partial<VendorContext> = {},
): VendorContext {
  return {
    brand: { ...brand, vendors: { ...brand.vendors, ...vendors } },
    funnel: funnelWith({ ...funnel, analytics: true, replay: true }),
    deviceId: () => "device-1",
    visitorId: () => null,
    identity: () => null,
    user: () => null,
    reportDevice: () => undefined,
    allows: () => true,
    sensitive: () => "no",
    onSensitive: () => () => undefined,
    isStopped: () => false,
    location: {
      href: "https://stillwater.example/quiz-focus/start?email=a%40b.co&utm_source=x",
      hostname: "stillwater.example",
      origin: "https://stillwater.example",
    },
    ...changes,
  };
}
