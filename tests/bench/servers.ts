import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}
export interface ServedByProcess extends Served {
  /** The process that answers. */
  readonly pid: number;
}

export const HOST = "calm.localhost";
export const START = "/quiz-adhd/start";

/** The built site, served as in production, at the first question of a quiz. */
export async function serveDist(
  variables: Readonly<Record<string, string>> = {},
): Promise<ServedByProcess> {
  const port = 4_900 + Math.floor(Math.random() * 90);
  const folder = mkdtempSync(join(tmpdir(), "funnels-bench-"));
  const child = spawn("node", ["dist/server/main.mjs"], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      ...variables,
    },
    // Into a file: nobody reads a pipe while a bench waits for its client.
    stdio: ["ignore", openSync(join(folder, "log"), "w"), "inherit"],
  });
  while (!(await answers(`http://127.0.0.1:${port}/healthz`))) {
    if (child.exitCode !== null)
      throw new Error("the server did not start: run `npm run build` first");
    await pause(100);
  }
  const url = `http://${HOST}:${port}${START}`;
  return { url, pid: child.pid ?? 0, stop: () => ended(child) };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}
