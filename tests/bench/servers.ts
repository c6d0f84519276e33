import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

export const HOST = "calm.localhost";
export const START = "/quiz-adhd/start";

/** The built site, served as in production, at the first question of a quiz. */
export async function serveDist(): Promise<Served> {
  const port = 4_900 + Math.floor(Math.random() * 90);
  const child = spawn("node", ["--import", "tsx", "server/main.ts"], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: mkdtempSync(join(tmpdir(), "funnels-bench-")),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () =>
      reject(new Error("the server did not start: run `npm run build` first")),
    );
    child.stdout.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("http://")) resolve();
    });
  });
  const url = `http://${HOST}:${port}${START}`;
  return { url, stop: () => ended(child) };
}

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
