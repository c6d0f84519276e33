import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createApp, createServices } from "./app.ts";
import type { Life } from "./services.ts";
import { openDatabase } from "./db/open.ts";
import type { Env } from "./env.ts";
import { readGeoTable } from "./geo/geo-table.ts";
import { openJobs } from "./jobs/start.ts";
import type { Log } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { type Build, followBuild, readBuild } from "./static/build.ts";
import { errorCode, Refusal } from "./refusal.ts";
import { unreached } from "./http/unreached.ts";

const STOP_MS = 5_000;
/** Of a connection; a balancer closes its idle ones after a minute, and should be the first to. */
const TIMEOUTS_MS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
};
/** Advertisements make long addresses, and 16 kB, which is Node's limit, are an empty page for the visitor. */
const HEADERS_MAX_BYTES = 65_536;

export interface RunningServer {
  readonly port: number;
  /** The brands that were there at the start, sorted. */
  readonly brands: readonly string[];
  /** Ends open requests, closes the database, gives the data folder back. */
  stop(): Promise<void>;
}

/**
 * Starts the whole server: provider, pages, database, port, in the order of what can be told without waiting.
 * Throws a `Refusal` when the surroundings do not allow it; nothing is left open then.
 */
export async function startServer(options: {
  readonly env: Env;
  /** Folder of the built pages, or a link to it: when it is switched, the next request is answered from there. */
  readonly dist: string;
  readonly log: Log;
}): Promise<RunningServer> {
  const { env, dist, log } = options;
  const geoTable =
    env.geoTable === null ? null : await readGeoTable(env.geoTable);
  const first = readBuild(dist);
  const database = await openDatabase(env);
  const jobs = await openJobs({ ...env, db: database.db, log });
  const life: Life = { stopping: false };
  const parts = {
    ...env,
    geoTable,
    db: database.db,
    metrics: createMetrics(true),
    life,
    jobs,
    log,
  };
  let build = first;
  const appOf = ({ site, files }: Build) =>
    createApp({ ...parts, site, files });
  // A request belongs to one build from its first line to its last: pages and prices change together.
  let app = appOf(first);
  const server = createServer(
    { ...TIMEOUTS_MS, maxHeaderSize: HEADERS_MAX_BYTES },
    getRequestListener((request, bindings) => app.fetch(request, bindings), {
      errorHandler: (error) => unreached(error, log),
    }),
  );
  try {
    const port = await listen(server, env);
    const services = () => createServices({ ...parts, site: build.site });
    await jobs.start(services);
    const unfollow = followBuild(
      dist,
      first,
      (next) => {
        build = next;
        app = appOf(next);
      },
      { log },
    );
    return {
      port,
      brands: Object.keys(first.site.brands).toSorted(),
      stop: async () => {
        life.stopping = true;
        unfollow();
        await new Promise((done) => void setTimeout(done, env.drainMs));
        await Promise.all([close(server), jobs.stop()]);
        await database.close();
      },
    };
  } catch (error) {
    await jobs.stop();
    await database.close();
    throw portRefusal(error, env);
  }
}

function listen(server: Server, env: Env): Promise<number> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(
      { port: env.port, ...(env.host === null ? {} : { host: env.host }) },
      () => {
        server.off("error", fail);
        const address: AddressInfo | string | null = server.address();
        done(typeof address === "object" ? (address?.port ?? 0) : 0);
      },
    );
  });
}

function portRefusal(error: unknown, { port, host }: Env): unknown {
  switch (errorCode(error)) {
    case "EADDRINUSE":
      return new Refusal(
        `Port ${port} is taken: stop the program that has it, or start with another one, as in PORT=${port + 1} npm start.`,
      );
    case "EACCES":
      return new Refusal(
        `Port ${port} needs more rights than this user has: set PORT to a number above 1023.`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new Refusal(
        `HOST "${host}" is no address of this machine: set it to one, or leave it out for all of them.`,
      );
    default:
      return error;
  }
}

/** Lets requests end; whoever has not by then is cut off. */
function close(server: Server): Promise<void> {
  return new Promise((done) => {
    const cut = setTimeout(() => {
      server.closeAllConnections();
    }, STOP_MS);
    server.close(() => {
      clearTimeout(cut);
      done();
    });
    server.closeIdleConnections();
  });
}
