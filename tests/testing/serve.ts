import type { TestProject } from "vitest/node";
import { ROOT } from "../../compiler/testing/root.ts";
import { createDatabase } from "../../server/testing/database.ts";
import { startServer } from "./server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    readonly port: number;
  }
}

/** Starts the server that all flows share, over the PostgreSQL at TEST_DATABASE_URL, else an embedded database. */
export async function setup(
  project: TestProject,
): Promise<() => Promise<void>> {
  const url = process.env["TEST_DATABASE_URL"] ?? "";
  const database = url === "" ? null : await createDatabase(url);
  const server = await startServer(
    ROOT,
    database === null ? {} : { DATABASE_URL: database.url },
  );
  project.provide("port", server.port);
  return async () => {
    await server.stop();
    await database?.drop();
  };
}
