import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ROOT } from "../../compiler/testing/root.ts";
import { exampleNames } from "../../compiler/walk/sandbox-server.ts";
import { newCheckout } from "./copy.ts";

/** `npx funnels dev` in a checkout of its own, at a free port. */
export interface DevelopmentServer {
  readonly port: number;
  /** What it has said so far. */
  said(): string;
  stop(): Promise<void>;
}

/** A checkout at `dir` that can be developed in. */
export function developedCheckout(dir: string, content?: string): string {
  newCheckout(dir, content);
  cpSync(join(ROOT, "vite.config.ts"), join(dir, "vite.config.ts"));
  return dir;
}

/** What it says when each brand has a mistake. */
const NOTHING = "Pages are served as soon as";

/** Starts it; rejects with what was said when it ends instead, or waits for a brand without mistakes. */
export async function develop(checkout: string): Promise<DevelopmentServer> {
  const child = spawn(
    process.execPath,
    [join(checkout, "compiler/bin.mjs"), "dev"],
    {
      cwd: checkout,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        ...Object.fromEntries(exampleNames(ROOT).map((name) => [name, ""])),
        NODE_ENV: "development",
        NO_COLOR: "1",
        PORT: "0",
        DATA_DIR: join(checkout, "data"),
      },
    },
  );
  let said = "";
  child.stdout.on("data", (text: Buffer) => (said += text.toString()));
  const port = await portOf(child, () => said);
  return {
    port,
    said: () => said,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The port that it names when it serves. */
function portOf(
  child: ChildProcessByStdio<null, Readable, null>,
  said: () => string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    child.stdout.on("data", () => {
      const port = /http:\/\/[a-z-]+\.localhost:(\d+)/.exec(said())?.[1];
      if (port !== undefined) resolve(Number(port));
      if (said().includes(NOTHING)) reject(new Error(said()));
    });
    child.once("exit", () => reject(new Error(`dev has ended:\n${said()}`)));
  });
}
