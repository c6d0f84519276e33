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

/** Serves the files of `root`, and nothing outside it. Paths are relative and begin with a slash. */
export function createFiles(root: string): Files {
  const tags = new Map<string, { version: string; tag: string }>();

  const locate = async (path: string) => {
    const file = join(root, path);
    if (!file.startsWith(root + sep)) return null;
    try {
      const found = await stat(file);
      if (!found.isFile()) return null;
      return { file, version: `${found.mtimeMs}-${found.size}` };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  };
  const tagOf = (file: string, version: string, body: Uint8Array) => {
    const known = tags.get(file);
    if (known?.version === version) return known.tag;
    const hash = createHash("sha256").update(body).digest("base64url");
    const tag = `"${hash.slice(0, 22)}"`;
    tags.set(file, { version, tag });
    return tag;
  };

  return {
    has: async (path) => (await locate(path)) !== null,
    respond: async (path, request, { status = 200, cacheControl }) => {
      const plain = await locate(path);
      if (plain === null) return null;
      const accepted = acceptedEncodings(request);
      let chosen = plain;
      const headers = new Headers({
        "content-type": types[extname(path)] ?? "application/octet-stream",
        "cache-control": cacheControl,
        vary: "accept-encoding",
      });
      for (const [encoding, ending] of encodings) {
        const packed = accepted(encoding) && (await locate(path + ending));
        if (!packed) continue;
        headers.set("content-encoding", encoding);
        chosen = packed;
        break;
      }
      const body = await readFile(chosen.file);
      const tag = tagOf(chosen.file, chosen.version, body);
      headers.set("etag", tag);
      if (status === 200 && matches(request.headers, tag))
        return new Response(null, { status: 304, headers });
      return withBody(request, body, status, headers);
    },
  };
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
