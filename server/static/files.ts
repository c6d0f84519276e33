import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { readRange } from "./range.ts";
import { errorCode } from "../refusal.ts";

const types: Readonly<Record<string, string>> = {
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
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** Where files lie whose names carry a hash of what they hold. */
export const ASSETS = "/assets/";

/** Built files below one folder. */
export interface Files {
  has(path: string): Promise<boolean>;
  /** The file as a response, compressed and conditional as the request allows; null when there is none. */
  respond(
    path: string,
    request: Request,
    answer: { readonly status?: number; readonly cacheControl: string },
  ): Promise<Response | null>;
}

/** How long a file that was looked at is taken to be as it was. A build is never changed; a plain folder may be. */
const LOOK_EVERY_MS = 1_000;
/** Larger files are read each time; of the others so many bytes are kept, and then all are forgotten. */
const KEPT_FILE_BYTES = 1_000_000;
const KEPT_BYTES = 64_000_000;

interface Loaded {
  readonly version: string;
  readonly tag: string;
  /** null for one that is too large to be kept. */
  readonly body: Buffer<ArrayBuffer> | null;
}

/**
 * Serves the files of `root`, and nothing outside it. Paths are relative and begin with a slash; `ticks` are
 * milliseconds that only grow.
 */
export function createFiles(
  root: string,
  ticks: () => number = () => performance.now(),
): Files {
  const locate = createLocator(root, ticks);
  const load = createLoader(root);
  return {
    has: async (path) => (await locate(path)) !== null,
    respond: async (path, request, { status = 200, cacheControl }) => {
      const plain = await locate(path);
      if (plain === null) return null;
      const accepted = acceptedEncodings(request);
      let chosen = { path, version: plain };
      const headers = new Headers({
        "content-type": types[extname(path)] ?? "application/octet-stream",
        "cache-control": cacheControl,
        vary: "accept-encoding",
      });
      for (const [encoding, ending] of encodings) {
        const packed = accepted(encoding) ? await locate(path + ending) : null;
        if (packed === null) continue;
        headers.set("content-encoding", encoding);
        chosen = { path: path + ending, version: packed };
        break;
      }
      const loaded = await load(chosen);
      if (loaded === null) return null;
      const { body, tag } = loaded;
      headers.set("etag", tag);
      if (status === 200 && matches(request.headers, tag))
        return new Response(null, { status: 304, headers });
      return withBody(request, body, status, headers);
    },
  };
}

/** Answers which version of a file there is; null for none. What is there is looked at once a second. */
function createLocator(
  root: string,
  ticks: () => number,
): (path: string) => Promise<string | null> {
  const seen = new Map<string, { readonly at: number; version: string }>();
  return async (path) => {
    const at = ticks();
    const known = seen.get(path);
    if (known !== undefined && at - known.at < LOOK_EVERY_MS)
      return known.version;
    seen.delete(path);
    const file = join(root, path);
    if (!file.startsWith(root + sep)) return null;
    try {
      const found = await stat(file);
      if (!found.isFile()) return null;
      const version = `${found.mtimeMs}-${found.size}`;
      seen.set(path, { at, version });
      return version;
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  };
}

interface FileVersion {
  readonly path: string;
  readonly version: string;
}

/** Reads a version of a file, or has it still; null when it has gone meanwhile. */
function createLoader(root: string): (file: FileVersion) => Promise<{
  readonly body: Buffer<ArrayBuffer>;
  readonly tag: string;
} | null> {
  const kept = new Map<string, Loaded>();
  let keptBytes = 0;
  return async ({ path, version }) => {
    const before = kept.get(path);
    const known = before?.version === version ? before : undefined;
    if (known?.body) return { body: known.body, tag: known.tag };
    const body = await readFile(join(root, path)).catch(absentAsNull);
    if (body === null) return null;
    const tag = known?.tag ?? tagOf(body);
    const size = body.byteLength <= KEPT_FILE_BYTES ? body.byteLength : 0;
    if (keptBytes + size > KEPT_BYTES) {
      kept.clear();
      keptBytes = 0;
    }
    keptBytes += size;
    kept.set(path, { version, tag, body: size > 0 ? body : null });
    return { body, tag };
  };
}

function tagOf(body: Uint8Array): string {
  const hash = createHash("sha256").update(body).digest("base64url");
  return `"${hash.slice(0, 22)}"`;
}

function withBody(
  request: Request,
  body: Uint8Array<ArrayBuffer>,
  status: number,
  headers: Headers,
): Response {
  const size = body.byteLength;
  const asked = status === 200 ? request.headers.get("range") : null;
  const range = readRange(asked, size);
  headers.set("accept-ranges", "bytes");
  if (range === "outside") {
    headers.set("content-range", `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const part = range === null ? body : body.subarray(range.start, range.end);
  if (range !== null)
    headers.set(
      "content-range",
      `bytes ${range.start}-${range.end - 1}/${size}`,
    );
  headers.set("content-length", String(part.byteLength));
  return new Response(request.method === "HEAD" ? null : part, {
    status: range === null ? status : 206,
    headers,
  });
}

function absentAsNull(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}

function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ENAMETOOLONG", "EISDIR", "ELOOP"].includes(
    errorCode(error) ?? "",
  );
}

/** A part is cut from the file itself, never from its packed form. */
function acceptedEncodings({ headers }: Request): (name: string) => boolean {
  if (headers.has("range")) return () => false;
  const offers = (headers.get("accept-encoding") ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => part.split(";").map((item) => item.trim()));
  return (name) =>
    offers.some(
      ([offer, weight]) =>
        offer === name && !/^q=0(\.0*)?$/.test(weight ?? "q=1"),
    );
}

function matches(headers: Headers, tag: string): boolean {
  const wanted = headers.get("if-none-match");
  if (wanted === null) return false;
  return (
    wanted.trim() === "*" ||
    wanted
      .split(",")
      .map((item) => item.trim().replace(/^W\//, ""))
      .includes(tag)
  );
}
