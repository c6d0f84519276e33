import { spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../testing/free-port.ts";
import { providePostgres } from "../testing/postgres.ts";
import { middle } from "./measure.ts";

const ROUNDS = 7;
const PROGRAMS = {
  sources: ["--import", "tsx", "server/main.ts"],
  built: ["dist/server/main.mjs"],
} as const;

/** From the command to the first call that is answered: the built server beside its sources, in turn. */
export async function benchStart(): Promise<void> {
  const postgres = await providePostgres({ durable: true });
  const folder = mkdtempSync(join(tmpdir(), "funnels-start-"));
  const databases: Readonly<Record<string, NodeJS.ProcessEnv>> = {
    ...(postgres !== null && { PostgreSQL: { DATABASE_URL: postgres.url } }),
    embedded: { DATABASE_URL: "", DATA_DIR: folder },
  };
  for (const [database, env] of Object.entries(databases)) {
    // The first start makes the tables.
    await startOnce(PROGRAMS.built, env);
    const sources: number[] = [];
    const built: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      sources.push(await startOnce(PROGRAMS.sources, env));
      built.push(await startOnce(PROGRAMS.built, env));
    }
    const ratio = middle(built.map((ms, at) => ms / (sources[at] ?? 0)));
    console.log(
      `  ${database}: ${middle(built).toFixed(0)} ms, of the sources ${middle(sources).toFixed(0)} ms: ${ratio.toFixed(2)} of it`,
    );
  }
  await postgres?.stop();
  rmSync(folder, { recursive: true });
}

/** Milliseconds. */
async function startOnce(
  program: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, program, {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null)
      throw new Error("the server did not start: run `npm run build` first");
    await pause(2);
  }
  const ms = performance.now() - started;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  return ms;
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const asked = { host: "127.0.0.1", port, path: "/api/healthz" };
    get(asked, (answer) => done(answer.resume().statusCode === 200)).once(
      "error",
      () => done(false),
    );
  });
}
