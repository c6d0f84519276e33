import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { SESSION_HEADER } from "../../../generated/call.ts";

export interface Reply {
  readonly status: number;
  readonly session: string;
  readonly json: unknown;
}

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/**
 * How long the same call is made again where it is not answered, or is to be asked again, as by visitors who wait and by
 * providers. 0: never, for where nothing may fail.
 */
export const retries = { ms: 0, repeated: 0 };

/** One call of an API process; rejects when the process is not there. Data is sent as JSON, text as it is. */
export async function send(
  port: number,
  path: string,
  sent: Sent = {},
): Promise<Reply> {
  const end = Date.now() + retries.ms;
  for (;;) {
    const isLast = Date.now() >= end;
    const reply = await sendOnce(port, path, sent).catch((error: unknown) => {
      if (isLast) throw error;
      return null;
    });
    if (reply !== null && (isLast || !isForLater(reply))) return reply;
    retries.repeated += 1;
    await new Promise((done) => void setTimeout(done, 200));
  }
}

/** Answered by 5xx, or that the call of before, whose process may be gone, is still at work. */
function isForLater({ status, json }: Reply): boolean {
  return status >= 500 || field(json, "type") === "urn:problem:in-flight";
}

function sendOnce(
  port: number,
  path: string,
  { method = "GET", body, headers = {} }: Sent = {},
): Promise<Reply> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((done, fail) => {
    const outgoing = request(
      {
        port,
        path,
        method,
        agent,
        host: "127.0.0.1",
        headers: {
          host: "calm.localhost",
          ...(text !== undefined && {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(text),
          }),
          ...headers,
        },
      },
      (incoming) => {
        const parts: Buffer[] = [];
        incoming.on("data", (part: Buffer) => parts.push(part));
        incoming.on("error", fail);
        incoming.on("end", () => {
          const answer = Buffer.concat(parts).toString();
          const isJson = /json/.test(incoming.headers["content-type"] ?? "");
          done({
            status: incoming.statusCode ?? 0,
            session: String(incoming.headers[SESSION_HEADER] ?? ""),
            json: isJson ? JSON.parse(answer) : null,
          });
        });
      },
    );
    outgoing.setTimeout(30_000, () => outgoing.destroy(new Error("too slow")));
    outgoing.on("error", fail);
    outgoing.end(text);
  });
}

/** A visitor with a session of their own. */
export interface BenchVisitor {
  readonly id: string;
  call(path: string, sent?: Sent): Promise<Reply>;
}

/** Calls go to the process that made the session, or wherever `next` says. */
export async function newVisitor(
  port: number,
  next = () => port,
): Promise<BenchVisitor> {
  const device = { "x-device-id": randomUUID() };
  const path = "/api/visitor/visitor-info";
  const { session, json } = await send(port, path, { headers: device });
  return {
    id: field(json, "visitor_id"),
    call: (where, sent = {}) =>
      send(next(), where, {
        ...sent,
        headers: {
          ...device,
          [SESSION_HEADER]: session,
          ...sent.headers,
        },
      }),
  };
}

/** A field of an answer, as text. */
export function field(answer: unknown, name: string): string {
  return String(Object(answer)[name]);
}

/** Does the work for every item, so many at a time. */
export async function inParallel<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Items in an order of chance. */
export function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => [Math.random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** How many of something, scaled by `BENCH_SCALE` (1: as described in the README). */
export function scaled(count: number): number {
  const scale = Number(process.env["BENCH_SCALE"] ?? 1);
  return Math.max(1, Math.round(count * scale));
}

/** Says whether a figure is what it has to be; a wrong one makes the benchmark fail. */
export function expectEqual(what: string, is: number, expected: number): void {
  const fits = is === expected;
  console.log(
    `  ${fits ? "✓" : "✗"} ${what}: ${is}${fits ? "" : ` instead of ${expected}`}`,
  );
  if (!fits) process.exitCode = 1;
}
