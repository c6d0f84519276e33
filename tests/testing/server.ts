import { ROOT } from "../../compiler/testing/root.ts";
import {
  type RunningServer,
  startSandbox,
} from "../../compiler/walk/sandbox-server.ts";
import { createDatabase } from "../../server/testing/database.ts";

export type { RunningServer } from "../../compiler/walk/sandbox-server.ts";

/** Proxies tell the visitor's country in it; a test says where its visitor is. */
const COUNTRY_HEADER = "x-test-country";

/**
 * The built server over the built pages, in this folder or another one, at a port that is free. Its database is empty: at
 * the PostgreSQL of TEST_DATABASE_URL, else an embedded one, which costs ten times as much to make. A DATABASE_URL among
 * the variables says otherwise; where that is empty, the database is embedded.
 */
export async function startServer(
  at = ROOT,
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const url = process.env["TEST_DATABASE_URL"] ?? "";
  const database =
    url === "" || "DATABASE_URL" in variables
      ? null
      : await createDatabase(url, process.env["TEST_DATABASE_TEMPLATE"]);
  const server = await startSandbox(
    ROOT,
    {
      GEO_COUNTRY_HEADER: COUNTRY_HEADER,
      ...(database === null ? {} : { DATABASE_URL: database.url }),
      ...variables,
    },
    at,
  );
  return {
    port: server.port,
    stop: async () => {
      await server.stop();
      await database?.drop();
    },
  };
}
