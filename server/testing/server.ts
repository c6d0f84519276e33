/** The folder `testing` holds what tests of the server are run with. */
import { type IncomingHttpHeaders, request } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import { type AppOptions, createHandlers } from "../app.ts";
import type { Database } from "../db/tables.ts";
import { readEnv } from "../env.ts";
import { providersOf, registry } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { createHttpServer, TIMEOUTS } from "../http/http-server.ts";
import { silentLog } from "../log.ts";
import { openTestDatabase } from "./database.ts";
import { testSite } from "./site.ts";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  readonly json: unknown;
}
export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Data is sent as JSON, text and bytes as they are. */
  readonly body?: unknown;
}

/** A real server over a database of its own. */
export interface TestServer {
  readonly db: Database;
  /** What `now()` answers; tests move it. */
  readonly clock: { ms: number };
  readonly port: number;
  send(path: string, call?: Call): Promise<Answer>;
  stop(): Promise<void>;
}

/** The providers that these variables set up; without Stripe, the sandbox plays the others, where a card can be saved first. */
export function paidBy(variables: Readonly<Record<string, string>> = {}) {
  const { providers } = readEnv(variables);
  if (providers.main !== null) return { providers };
  const all = Object.entries(registry).map(
    ([id, { played }]) => providers.named(id) ?? played,
  );
  return { providers: providersOf(all) };
}

/** Budgets of calls by a clock that tests hold, as everything else is that they move. */
function clockOf(now: () => Date): Pick<AppOptions, "now" | "limitClock"> {
  const ticks = () => now().getTime();
  return {
    now,
    limitClock: { now: () => sql`${now()}::timestamptz`, ticks },
  };
}

/** The same application without a connection, over the database of a server. */
export function appOver(...over: Parameters<typeof handlersOver>) {
  return handlersOver(...over).app;
}

function handlersOver(
  { db }: Pick<TestServer, "db">,
  options: Partial<AppOptions> = {},
) {
  const providers = providersOf([sandbox]);
  const time = options.now === undefined ? {} : clockOf(options.now);
  return createHandlers({ db, site: testSite, providers, ...time, ...options });
}

/** The whole application on a port of its own, over the database of a server. */
export async function listenOver(
  over: Pick<TestServer, "db">,
  options: Partial<AppOptions> = {},
): Promise<{ readonly port: number; end(): Promise<void> }> {
  const { app, pages } = handlersOver(over, options);
  const http = createHttpServer(app.fetch, {
    log: options.log ?? silentLog,
    pages,
    timeouts: { ...TIMEOUTS, lastRequest: 0 },
  });
  const port = await http.listen({ port: 0, host: null });
  return { port, end: http.close };
}

/** A server for all tests of a file or of a `describe`: there before the first of them, gone after the last. */
export function useServer(
  options: () =>
    | Partial<AppOptions>
    | Promise<Partial<AppOptions>> = () => ({}),
): Omit<TestServer, "stop" | "port"> {
  let server: TestServer | null = null;
  const started = () => {
    if (server === null) throw new Error("there is no server outside of tests");
    return server;
  };
  beforeAll(async () => {
    server = await startTestServer(await options());
  });
  afterAll(() => server?.stop());
  return {
    get db() {
      return started().db;
    },
    get clock() {
      return started().clock;
    },
    send: (path, call) => started().send(path, call),
  };
}

export async function startTestServer(
  options: Partial<AppOptions> = {},
): Promise<TestServer> {
  const { db, close } = await openTestDatabase();
  const clock = { ms: Date.UTC(2030, 0, 1) };
  // Each look at the clock is a little later, as it is in life.
  const now = () => new Date((clock.ms += 1));
  const { port, end } = await listenOver({ db }, { now, ...options });
  return {
    db,
    clock,
    port,
    send: (path, call) => send(port, path, call),
    stop: async () => {
      await end();
      await close();
    },
  };
}

/** One request over a real connection; the path goes out as it is written. */
export function send(
  port: number,
  path: string,
  { method = "GET", headers = {}, body }: Call = {},
): Promise<Answer> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const text = isRaw ? body : JSON.stringify(body);
  return new Promise((done, fail) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        agent: false,
        headers: {
          host: "calm.localhost",
          ...(text !== undefined && {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(text),
          }),
          ...headers,
        },
      },
      async (incoming) => {
        const parts: Buffer[] = [];
        for await (const part of incoming) parts.push(Buffer.from(part));
        const bytes = Buffer.concat(parts);
        const answer = bytes.toString();
        const isJson = /json/.test(incoming.headers["content-type"] ?? "");
        done({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: answer,
          bytes,
          json: isJson && answer !== "" ? JSON.parse(answer) : null,
        });
      },
    );
    outgoing.on("error", fail);
    outgoing.end(text);
  });
}
