/** What every server of a built site says with its files, ours or another: emitted as it stands to `generated/delivery.ts`. */

/** Types by the ending of the file. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mp4": "video/mp4",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".vtt": "text/vtt; charset=utf-8",
  ".webm": "video/webm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};
export const OTHER_TYPE = "application/octet-stream";

/** Of files whose names carry a hash of what they hold. */
export const IMMUTABLE = "public, max-age=31536000, immutable";
/** Of all else: kept, and asked for again each time. */
export const FRESH = "no-cache";
/** Of such a file that is not there: after a deploy the same name may exist again. */
export const GONE = {
  type: "text/plain; charset=UTF-8",
  cacheControl: "no-store",
  body: "Not found",
} as const;

/** No page's address ends like this; whoever asks for it is a program, which reads no page. */
export const NAMES_A_FILE = /\.(?!html$)[a-z][a-z0-9]{0,4}$/i;

/** Where each brand's addresses are listed, by funnel: testers jump by it. */
export const ADDRESSES = "/addresses.json";

/** Headers of every answer, by name. */
export const EVERYWHERE: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  // Scripts of third parties read where the visitor was before: never which page of ours.
  "referrer-policy": "strict-origin",
  "permissions-policy":
    "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(self), usb=()",
  // A document brings its own policy in a meta element, where `frame-ancestors` is not allowed.
  "content-security-policy": "frame-ancestors 'none'",
};
/** And where visitors come by https alone. */
export const IN_PRODUCTION: Readonly<Record<string, string>> = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
};

/** Names a request from the page to the provider: what a sender may call it. */
export const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * Paths that proxies pass on to the server; with a slash at the end, all below them as well. Not `/metrics`: Prometheus
 * asks each process itself, and nobody else is to know what is sold. Where the API has a host of its own, `/admin` as well:
 * the server knows the host that was asked, and says where operators are.
 */
export const CALLS = [
  "/api/",
  "/ai-api/",
  "/admin",
  "/healthz",
  "/readyz",
] as const;
