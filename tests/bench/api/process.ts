import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestDatabase } from "../../../server/testing/database.ts";
import { openDatabase } from "../../../server/db/open.ts";
import type { Database } from "../../../server/db/tables.ts";
import { freePort } from "../../testing/free-port.ts";
import { providePostgres } from "../../testing/postgres.ts";

/** A process of the API that can be killed and started again on the same port. */
export interface ApiProcess {
  readonly port: number;
  start(): Promise<void>;
  kill(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

export async function apiProcess(
  env: Readonly<Record<string, string>>,
  at?: number,
): Promise<ApiProcess> {
  const port = at ?? (await freePort());
  const file = new URL("serve.ts", import.meta.url).pathname;
  const run = () =>
    spawn(process.execPath, ["--import", "tsx", file], {
      env: { ...process.env, DATABASE_URL: "", ...env, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
    });
  let child: ReturnType<typeof run> | null = null;
  process.once("exit", () => void child?.kill("SIGKILL"));
  return {
    port,
    start: async () => {
      const started = run();
      child = started;
      const ended = once(started, "exit").then(() => {
        throw new Error("the API did not start");
      });
      await Promise.race([once(started.stdout, "data"), ended]);
      ended.catch(() => {});
    },
    kill: async (signal) => {
      if (child === null || child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    },
  };
}

/** Where a benchmark's data lives: what API processes are told of it, and how it is read afterwards. */
export interface Store {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  open(): Promise<{ db: Database; close(): Promise<void> }>;
  remove(): Promise<void>;
}

export function embeddedStore(): Store {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-data-"));
  return {
    name: "embedded",
    env: { DATA_DIR: dataDir },
    open: () => openDatabase({ databaseUrl: null, dataDir }),
    remove: async () => rmSync(dataDir, { recursive: true }),
  };
}

/** A PostgreSQL that waits for the disk, as in production; null where there is none to be had. */
export async function postgresStore(): Promise<Store | null> {
  const postgres = await providePostgres({ durable: true });
  if (postgres === null) {
    console.log("PostgreSQL: none to be had, left out");
    return null;
  }
  process.env["TEST_DATABASE_URL"] = postgres.url;
  const own = await openTestDatabase();
  delete process.env["TEST_DATABASE_URL"];
  const { url } = own;
  return {
    name: `PostgreSQL ${postgres.version}`,
    env: { DATABASE_URL: url },
    open: () => openDatabase({ databaseUrl: url, dataDir: "" }),
    remove: async () => {
      await own.close();
      await postgres.stop();
    },
  };
}
