import { gunzipSync } from "node:zlib";
import type { BrowserContext, Request, Route } from "playwright";

/** Something that a third party was asked for or told. */
export interface Told {
  readonly url: string;
  /** What was sent, unpacked. */
  readonly text: string;
}

const OWN = /^https?:\/\/[^/]*\.localhost[:/]/;

/** Stands in for every third party of the demo brands, none of which exists; keeps what they were asked and told. */
export async function answerVendors(
  context: BrowserContext,
): Promise<readonly Told[]> {
  const told: Told[] = [];
  await context.route(
    (url) => url.protocol.startsWith("http") && !OWN.test(url.href),
    async (route) => {
      told.push(read(route.request()));
      await answer(route);
    },
  );
  return told;
}

async function answer(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "*",
  };
  if (url.hostname === "www.googletagmanager.com") {
    const id = JSON.stringify(url.searchParams.get("id"));
    return route.fulfill({
      contentType: "text/javascript",
      body: `window.google_tag_manager = { [${id}]: {} };`,
    });
  }
  if (url.pathname.endsWith(".js"))
    return route.fulfill({
      contentType: "text/javascript",
      body: "window.abScript = true;",
    });
  return route.fulfill({ headers, json: { autocapture_opt_out: false } });
}

function read(request: Request): Told {
  const url = request.url();
  const body = request.postDataBuffer();
  if (body === null) return { url, text: "" };
  if (body[0] === 0x1f && body[1] === 0x8b)
    return { url, text: gunzipSync(body).toString() };
  const text = body.toString();
  if (!url.includes("compression=base64")) return { url, text };
  const data = new URLSearchParams(text).get("data") ?? text;
  return { url, text: Buffer.from(data, "base64").toString() };
}
