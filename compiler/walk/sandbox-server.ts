import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Only a server that will never be ready takes as long. */
const READY_MS = 300_000;

export interface RunningServer {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * The server over the built pages of a checkout, or over those that lie in another folder `at`, with an empty database
 * of its own, at a free port; no money is real.
 */
export async function startSandbox(
  root: string,
  variables: Readonly<Record<string, string>> = {},
  at = root,
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "funnels-"));
  const server = spawn(process.execPath, ["dist/server/main.mjs"], {
    cwd: at,
    stdio: ["ignore", "pipe", "inherit"],
    // Empty beats what a developer's .env says.
    env: {
      ...process.env,
      ...Object.fromEntries(exampleNames(root).map((name) => [name, ""])),
      PORT: "0",
      DATA_DIR: dataDir,
      ...variables,
    },
  });
  const port = await portOf(server);
  const died = (code: number | null, signal: string | null) =>
    console.error(`the server ended by itself: ${code ?? signal}`);
  server.once("exit", died);
  return {
    port,
    stop: async () => {
      server.off("exit", died);
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The variables that `.env.example` lists. */
export function exampleNames(root: string): string[] {
  const text = readFileSync(join(root, ".env.example"), "utf8");
  return [...text.matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name = ""]) => name);
}

/** The port that the server names when it is ready. */
function portOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = "";
    const fail = () => reject(new Error(`the server did not start:\n${said}`));
    const timer = setTimeout(fail, READY_MS);
    server.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const port = /http:\/\/[a-z-]+\.localhost:(\d+)/.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
      said = "";
    });
    server.once("exit", fail);
  });
}
