import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMetrics } from "../metrics.ts";
import { startTestServer, type TestServer } from "../testing/server.ts";
import { createFiles } from "./files.ts";
import { REQUESTS } from "../testing/page-requests.ts";

/**
 * Every answer as it goes over the wire, in `answers.txt`: the request, its answer without the headers that all have,
 * and the log. Whoever changes a line of it changes what browsers and caches are told.
 */
const root = mkdtempSync(join(tmpdir(), "answers-test-"));
const log: Readonly<Record<string, unknown>>[] = [];
const metrics = createMetrics(false);
let server: TestServer;

beforeAll(async () => {
  const script = "export const answer = 42;";
  const files: Readonly<Record<string, string>> = {
    "secret.txt": "secret",
    "dist/calm/404.html": "calm: not found",
    "dist/calm/quiz/start/index.html": "calm: start",
    "dist/calm/quiz/start/index.html.br": "calm: start as br",
    "dist/calm/quiz/start/index.html.gz": "calm: start as gzip",
    "dist/calm/quiz/you'll-see/index.html": "calm: you'll see",
    "dist/calm/robots.txt": "User-agent: *",
    "dist/calm/empty.txt": "",
    "dist/calm/odd.unknown": "of no type that is known",
    "dist/other/quiz/start/index.html": "other: start",
    "dist/assets/app-1a2b.js": script,
    "dist/assets/app-1a2b.js.br": "the script as br",
    "dist/assets/film-1a2b.mp4": "0123456789".repeat(120_000),
  };
  for (const [name, body] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), body);
  }
  symlinkSync("loop.txt", join(root, "dist/calm/loop.txt"));
  server = await startTestServer({
    files: createFiles(join(root, "dist"), {
      lookAfterMs: Number.POSITIVE_INFINITY,
    }),
    production: true,
    log: (entry) => log.push(entry),
    metrics,
  });
}, 60_000);
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true });
});

const LAST =
  "GET /robots.txt HTTP/1.1\r\nhost: calm.localhost\r\nx-request-id: the-next-one\r\nconnection: close\r\n\r\n";

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
const CLOSES = /HTTP\/1\.0\r\n(?![^]*keep-alive)|connection: close/;

/** What comes for a request; another one behind it on the same connection shows that the first ended where it should. */
function exchange(request: string): Promise<string> {
  return new Promise((done, fail) => {
    const parts: Buffer[] = [];
    const socket = connect(server.port, "127.0.0.1");
    socket.on("data", (part) => parts.push(part));
    socket.on("error", fail);
    socket.on("close", () => done(Buffer.concat(parts).toString("latin1")));
    const isLast = CLOSES.test(request);
    socket.write(Buffer.from(isLast ? request : request + LAST, "latin1"));
  });
}

/** What all answers have, unless a line of the table says that they are without it. */
const USUAL = [
  "content-security-policy: frame-ancestors 'none'",
  "permissions-policy: accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(self), usb=()",
  "referrer-policy: strict-origin",
  "strict-transport-security: max-age=31536000; includeSubDomains",
  "x-content-type-options: nosniff",
  "x-request-id: <given>",
  "Date: <now>",
  "Connection: keep-alive",
  "Keep-Alive: timeout=65",
];

/** Without what differs from one time to the next, or by the content; long bodies by their digest. */
function told(wire: string): string {
  const [, first = wire, second = ""] =
    /^([^]*?)(HTTP\/1\.1 200 OK\r\n(?:(?!HTTP\/1\.1)[^])*User-agent: \*)?$/.exec(
      wire,
    ) ?? [];
  // The request's body was waited for first.
  const from = first.startsWith(CONTINUE) ? CONTINUE.length : 0;
  const at = first.indexOf("\r\n\r\n", from);
  const ofServer = first.includes("<style>");
  const [status = "", ...fields] = first
    .slice(0, at)
    .replace(/^(date: ).*/im, "$1<now>")
    .replace(/^(x-request-id: )a-name-of-theirs$/im, "$1<given>")
    .replace(/^(x-request-id: )[\w-]{22}$/im, "$1<new>")
    .replace(/^(content-length: ).*/im, ofServer ? "$1<of the page>" : "$&")
    .replace(/'sha256-[^']*'/, "<hash>")
    .split("\r\n");
  const body = first.slice(at + 4);
  const text = ofServer
    ? (/<h1>[^]*<\/a>/.exec(body)?.[0] ?? "").replaceAll(/\s+/g, " ")
    : body.length > 500
      ? `${body.length} bytes, ${createHash("sha256").update(body, "latin1").digest("hex").slice(0, 16)}`
      : body;
  const missing = USUAL.filter((field) => !fields.includes(field));
  return [
    status.replace("HTTP/1.1 ", ""),
    ...fields.filter((field) => !USUAL.includes(field)),
    ...(missing.length === USUAL.length
      ? ["without all that is usual"]
      : missing.map((field) => `without ${field.replace(/:.*/, "")}`)),
    ...(text === "" ? [] : [JSON.stringify(text)]),
    ...(second === "" ? ["(closed)"] : []),
  ].join("  ");
}

/** What a line of the log says of a request, in short where it is a usual one. */
function logged({
  level,
  message,
  method,
  path,
  status,
  brand,
  ...more
}: Readonly<Record<string, unknown>>): string {
  const { ms: _, at: __, request: ___, ...rest } = more;
  return level === "info" && message === "request"
    ? `log: ${[method, path, status, brand].join(" ")}`
    : `log: ${JSON.stringify({ level, message, path, status, ...rest })}`;
}

test("answers are what they were, to the byte and to the line of the log; and again from memory", async () => {
  const first = await askAll();
  const counted = (await metrics.text())
    .split("\n")
    .filter((line) => /^http_request(s_total|_seconds_count)\b/.test(line));
  await expect([...first, ...counted, ""].join("\n")).toMatchFileSnapshot(
    "answers.txt",
  );
  expect(await askAll()).toEqual(first);
});

async function askAll(): Promise<string[]> {
  const seen: string[] = [];
  for (const request of REQUESTS) {
    log.length = 0;
    const answer = told(await exchange(request));
    const lines = log
      .filter((entry) => entry["request"] !== "the-next-one")
      .map(logged);
    seen.push([said(request), answer, ...lines].join("\n  "));
  }
  return seen;
}

/** A request on one line, without what almost all have. */
function said(request: string): string {
  return JSON.stringify(
    request
      .replace(" HTTP/1.1\r\n", "\r\n")
      .replace("host: calm.localhost\r\n", "")
      .replace("x-request-id: a-name-of-theirs\r\n", "")
      .replace(/(?:\r\n)+$/, "")
      .replace(/(\/|x|x\/){500,}/, (long) => `<${long.length} characters>`),
  )
    .slice(1, -1)
    .replaceAll("\\r\\n", "  ");
}
