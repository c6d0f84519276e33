import { getRequestListener } from "@hono/node-server";
import type { Plugin, ViteDevServer } from "vite";
import { createApp, createServices } from "./app.ts";
import { openDatabase } from "./db/open.ts";
import { readEnv } from "./env.ts";
import type { Files } from "./static/files.ts";
import { silentLog } from "./log.ts";
import { readGeoTable } from "./geo/geo-table.ts";
import { openJobs } from "./jobs/start.ts";
import { endProcess } from "./refusal.ts";
import { readSite } from "./static/build-file.ts";

/** Whoever renders documents while developing: a plugin of this name with this `api`. */
const DOCUMENTS = "funnels:documents";
interface DocumentSource {
  document(path: string): Promise<string | null>;
  site(): unknown;
}

/** What Vite itself answers: modules, its client, files of the project. */
const OF_VITE =
  /^\/(?:@|node_modules\/|runtime\/|generated\/|compiler\/|assets\/)/;

/** The API and the pages in Vite's development server, by host as in production. */
export function developmentServer(): Plugin {
  return {
    name: "funnels:server",
    apply: "serve",
    async configureServer(server) {
      // Tests run under Vite too; only the development server has somebody who renders documents.
      const source = sourceOf(server);
      if (source === null) return;
      const { env, database } = await open().catch(endProcess);
      const jobs = await openJobs({ ...env, db: database.db, log: silentLog });
      server.httpServer?.once(
        "close",
        () => void jobs.stop().then(database.close),
      );
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
      const appOf = (site: unknown) => createApp(optionsOf(site));
      let site = source.site();
      let app = appOf(site);
      await jobs.start(() => createServices(optionsOf(source.site())));
      server.middlewares.use((request, response, next) => {
        if (OF_VITE.test(request.url ?? "")) return next();
        // Made anew when the content was compiled anew.
        if (site !== source.site()) {
          site = source.site();
          app = appOf(site);
        }
        void getRequestListener(app.fetch)(request, response);
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
  const render = async (path: string) =>
    path.endsWith(".html") ? source.document(path) : null;
  return {
    has: async (path) => (await render(path)) !== null,
    respond: async (path, _request, { status = 200 }) => {
      const html = await render(path);
      const headers = {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
      };
      return html === null ? null : new Response(html, { status, headers });
    },
  };
}
