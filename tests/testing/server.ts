import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";
import { exampleNames } from "./example-names.ts";

/** Proxies tell the visitor's country in it; a test says where its visitor is. */
const COUNTRY_HEADER = "x-test-country";
const READY_MS = 60_000;

export interface RunningServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** The real server over the built pages, with an empty database of its own, at a port that is free. */
export async function startServer(root = ROOT): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "funnels-"));
  const server = spawnServer(root, dataDir);
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

function spawnServer(cwd: string, dataDir: string) {
  return spawn(process.execPath, ["--import", "tsx", "server/main.ts"], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
    // Empty beats what a developer's .env says.
    env: {
      ...process.env,
      ...Object.fromEntries(exampleNames().map((name) => [name, ""])),
      PORT: "0",
      DATA_DIR: dataDir,
      GEO_COUNTRY_HEADER: COUNTRY_HEADER,
    },
  });
}

/** The port that the server names when it is ready. */
function portOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = "";
    const fail = () => reject(new Error(`the server did not start:\n${said}`));
    const patience = setTimeout(fail, READY_MS);
    server.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const port = /http:\/\/[a-z-]+\.localhost:(\d+)/.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(patience);
      resolve(Number(port));
      said = "";
    });
    server.once("exit", fail);
  });
}
