import { getRequestListener } from "@hono/node-server";
import type { Plugin, ViteDevServer } from "vite";
import { createHandlers, createServices } from "./app.ts";
import { openDatabase } from "./db/open.ts";
import { readEnv } from "./env.ts";
import { type Files, tagOf } from "./static/files.ts";
import { silentLog } from "./log.ts";
import { readGeoTable } from "./geo/geo-table.ts";
import { openJobs } from "./jobs/start.ts";
import { noMailPictures } from "./mail/pictures.ts";
import { endProcess } from "./refusal.ts";
import { readSite } from "./static/build-file.ts";

/** Whoever renders documents while developing: a plugin of this name with this `api`. */
const DOCUMENTS = "funnels:documents";
interface DocumentSource {
  document(path: string): Promise<string | null>;
  addresses(path: string): string | null;
  site(): unknown;
  /** Ends what stands behind the server of before: Vite makes the next one before it closes that. */
  end?: () => Promise<void>;
}

/** What Vite itself answers: modules, its client, files of the project. */
const OF_VITE =
  /^\/(?:@|node_modules\/|runtime\/|generated\/|compiler\/|assets\/)/;

/** The API and the pages in Vite's development server, by host as in production. */
export function developmentServer(): Plugin {
  let end = async () => {};
  return {
    name: "funnels:server",
    apply: "serve",
    // Of a server whose port was taken, too.
    closeBundle: () => end(),
    async configureServer(server) {
      // Tests run under Vite too; only the development server has somebody who renders documents.
      const source = sourceOf(server);
      if (source === null) return;
      await source.end?.();
      // Of a command, 1 means mistakes in the content.
      const { env, database } = await open().catch((error: unknown) =>
        endProcess(error, 2),
      );
      const jobs = await openJobs({ ...env, db: database.db, log: silentLog });
      let ended: Promise<void> | undefined;
      end = () => (ended ??= jobs.stop().then(database.close));
      source.end = end;
      const geoTable =
        env.geoTable === null ? null : await readGeoTable(env.geoTable);
      const files = documents(source);
      const optionsOf = (site: unknown) => ({
        ...env,
        geoTable,
        db: database.db,
        jobs,
        site: readSite(site),
        files,
      });
      const handlersOf = (site: unknown) => createHandlers(optionsOf(site));
      let site = source.site();
      let handlers = handlersOf(site);
      await jobs.start(() => ({
        ...createServices(optionsOf(source.site())),
        // They are drawn by a build.
        mailPictures: noMailPictures,
      }));
      server.middlewares.use((request, response, next) => {
        if (OF_VITE.test(request.url ?? "")) return next();
        // Made anew when the content was compiled anew.
        if (site !== source.site()) {
          site = source.site();
          handlers = handlersOf(site);
        }
        if (handlers.pages(request, response)) return;
        void getRequestListener(handlers.app.fetch)(request, response);
      });
    },
  };
}

async function open() {
  const env = readEnv(process.env);
  return { env, database: await openDatabase(env) };
}

function sourceOf(server: ViteDevServer): DocumentSource | null {
  const plugin = server.config.plugins.find(({ name }) => name === DOCUMENTS);
  const api: DocumentSource | undefined = plugin?.api;
  return api ?? null;
}

/** Documents rendered when they are asked for, where production has files. */
function documents(source: DocumentSource): Files {
  return {
    kept: () => null,
    find: async (path) => {
      const text = path.endsWith(".html")
        ? await source.document(path)
        : source.addresses(path);
      if (text === null) return null;
      const body = Buffer.from(text);
      return { path, coding: null, tag: tagOf(body), body };
    },
  };
}
