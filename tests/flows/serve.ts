import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { ROOT } from "../../compiler/content.ts";
import { launchBrowser } from "./launch.ts";

declare module "vitest" {
  export interface ProvidedContext {
    readonly port: number;
    /** Address of the one browser that all flows share. */
    readonly browser: string;
  }
}

/** Proxies tell the visitor's country in it; a flow says where its visitor is. */
const COUNTRY_HEADER = "x-test-country";
const READY_MS = 60_000;

/** Starts the real server over the built pages, with an empty database of its own, and the browser. */
export async function setup(
  project: TestProject,
): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "flows-"));
  const server = startServer(dataDir);
  const [port, browser] = await Promise.all([portOf(server), launchBrowser()]);
  project.provide("port", port);
  project.provide("browser", browser.wsEndpoint());
  const died = (code: number | null, signal: string | null) =>
    console.error(`the server ended under the tests: ${code ?? signal}`);
  server.once("exit", died);
  return async () => {
    await browser.close();
    server.off("exit", died);
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
}

function startServer(dataDir: string) {
  return spawn(process.execPath, ["--import", "tsx", "server/main.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    // Empty beats what a developer's .env says.
    env: {
      ...process.env,
      PORT: "0",
      HOST: "",
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      STRIPE_SECRET_KEY: "",
      NODE_ENV: "",
      GEO_COUNTRY_HEADER: COUNTRY_HEADER,
      CLIENT_ADDRESS_HEADER: "",
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
      const port = /http:\/\/calm\.localhost:(\d+)/.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(patience);
      resolve(Number(port));
      said = "";
    });
    server.once("exit", fail);
  });
}
