import { createHandlers, createServices } from "./app.ts";
import type { Life } from "./services.ts";
import { createPageCounter } from "./visits/page-counter.ts";
import { isNew, openDatabase } from "./db/open.ts";
import type { Env } from "./env.ts";
import { readGeoTable } from "./geo/geo-table.ts";
import { openJobs } from "./jobs/start.ts";
import type { Log } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { type Build, followBuild, readBuild } from "./static/build.ts";
import { errorCode, Refusal } from "./refusal.ts";
import { createHttpServer, type HttpServer } from "./http/http-server.ts";

export interface RunningServer {
  readonly port: number;
  /** The brands that were there at the start, sorted. */
  readonly brands: readonly string[];
  /** Ends open requests, closes the database, gives the data folder back. */
  stop(): Promise<void>;
}

/**
 * Starts the whole server: provider, pages, database, port, in the order of what can be told without waiting.
 * Throws a `Refusal` when the environment does not allow it; nothing is left open then.
 */
export async function startServer(options: {
  readonly env: Env;
  /** Folder of the built pages, or a link to it: when it is switched, the next request is answered from there. */
  readonly dist: string;
  readonly log: Log;
  /** Is told before an empty database is made, which takes some seconds. */
  making?(): void;
  /** Is told of it once requests are answered, before jobs begin: from then on it has to be stopped. */
  opened?(server: Pick<RunningServer, "port" | "stop">): void;
}): Promise<RunningServer> {
  const { env, dist, log } = options;
  const geoTable =
    env.geoTable === null ? null : await readGeoTable(env.geoTable);
  const first = readBuild(dist);
  if (isNew(env)) options.making?.();
  const database = await openDatabase(env);
  const metrics = createMetrics(true);
  const { db } = database;
  const opening = openJobs({ ...env, db, log, metrics });
  const jobs = await orElse(opening, () => database.close());
  const life: Life = { stopping: false };
  const pageCounter = createPageCounter(db, log);
  const parts = {
    ...env,
    geoTable,
    db,
    backup: database.backup,
    metrics,
    pageCounter,
    life,
    jobs,
    log,
  };
  let build = first;
  const handlersOf = ({ id, site, files }: Build) =>
    createHandlers({ ...parts, site, files, build: id });
  // A request belongs to one build from its first line to its last: pages and prices change together.
  let handlers = handlersOf(first);
  const server = createHttpServer(
    (request, bindings) => handlers.app.fetch(request, bindings),
    { log, pages: (...asked) => handlers.pages(...asked) },
  );
  let unfollow = () => {};
  const { end, stop } = closingOf(env.drainMs, life, server, async () => {
    unfollow();
    // Requests in hand may leave jobs.
    await server.close();
    await jobs.stop();
    await pageCounter.stop();
    await database.close();
  });
  try {
    const port = await server.listen(env);
    const services = () => ({
      ...createServices({ ...parts, site: build.site }),
      mailPictures: build.mailPictures,
    });
    unfollow = followBuild(
      dist,
      first,
      (next) => {
        build = next;
        handlers = handlersOf(next);
      },
      { log, isNewest: metrics.newestBuild },
    );
    const begun = jobs.start(services);
    options.opened?.({ port, stop });
    await begun;
    return { port, brands: Object.keys(first.site.brands).toSorted(), stop };
  } catch (error) {
    await end();
    throw portRefusal(error, env);
  }
}

/** How a server ends: once, however often it is asked to, and after the time that is left for its answers. */
function closingOf(
  drainMs: number,
  life: Life,
  server: Pick<HttpServer, "closeAfterAnswers">,
  close: () => Promise<void>,
): { end(): Promise<void>; stop(): Promise<void> } {
  let ended: Promise<void> | null = null;
  const end = () => (ended ??= close());
  const stop = async () => {
    life.stopping = true;
    if (drainMs > 0) {
      server.closeAfterAnswers();
      await new Promise((done) => void setTimeout(done, drainMs));
    }
    await end();
  };
  return { end, stop };
}

/** What is opened; where it cannot be, what is left behind is closed. */
async function orElse<T>(
  opening: Promise<T>,
  close: () => Promise<void>,
): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    await close();
    throw error;
  }
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
        `HOST "${host}" is not an address of this machine: set it to one, or leave it out for all of them.`,
      );
    default:
      return error;
  }
}
