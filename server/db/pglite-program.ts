import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { errorCode } from "../refusal.ts";
import { DURABLE_PARAMETERS, DurableFolder } from "./durable-fs.ts";
import type { ThreadResult, ThreadTask } from "./pglite-thread.ts";

const client = new PGlite({
  fs: new DurableFolder(String(workerData)),
  startParams: DURABLE_PARAMETERS,
});
// Whoever opens it is told.
client.waitReady.catch(() => {});
parentPort?.on("message", (task: ThreadTask) => void answer(task));

async function answer(task: ThreadTask): Promise<void> {
  const { number } = task;
  try {
    const value = await work(task);
    postResult({ number, kind: "done", value });
  } catch (error) {
    const { name, message } =
      error instanceof Error ? error : new Error("unknown fault");
    postResult({
      number,
      kind: "failed",
      name,
      message,
      code: errorCode(error),
    });
  }
}

function postResult(result: ThreadResult): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(result);
}

async function work(task: ThreadTask): Promise<unknown> {
  switch (task.kind) {
    case "open":
      return client.waitReady;
    case "query": {
      const { rows, affectedRows } = await client.query(task.sql, [
        ...task.parameters,
      ]);
      return { rows, affectedRows };
    }
    case "exec":
      await client.exec(task.sql);
      return null;
    case "dump":
      return (await client.dumpDataDir("gzip")).arrayBuffer();
    case "close":
      return client.close();
  }
}
