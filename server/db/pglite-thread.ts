import { Worker } from "node:worker_threads";
import type { EmbeddedClient, Rows } from "./pglite-dialect.ts";

/** What the thread is asked for, and what it answers. */
export type ThreadTask = { readonly number: number } & (
  | { readonly kind: "open" | "dump" | "close" }
  | { readonly kind: "exec"; readonly sql: string }
  | {
      readonly kind: "query";
      readonly sql: string;
      readonly parameters: readonly unknown[];
    }
);
export type ThreadResult = { readonly number: number } & (
  | { readonly kind: "done"; readonly value: unknown }
  | {
      readonly kind: "failed";
      readonly name: string;
      readonly message: string;
      /** The database's own, where it is one of its errors. */
      readonly code: string | null;
    }
);

export interface EmbeddedThread extends EmbeddedClient {
  /** The files as they are on the disk, packed. */
  dump(): Promise<Blob>;
}

interface Waiting {
  done(value: unknown): void;
  fail(error: Error): void;
}

/**
 * The embedded database of a folder in a thread of its own: a statement takes as long as a hundred pages, and waits for
 * the disk. `waitReady` rejects with what the database says of files that it cannot read.
 */
export function embeddedThread(files: string): EmbeddedThread {
  const program = new URL("./pglite-program.mjs", import.meta.url);
  const worker = new Worker(program, { workerData: files });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let isClosed = false;
  worker.on("message", (result: ThreadResult) => {
    const one = waiting.get(result.number);
    waiting.delete(result.number);
    // Nothing is under way: the process may end.
    if (waiting.size === 0) worker.unref();
    if (result.kind === "done") one?.done(result.value);
    else one?.fail(errorOf(result));
  });
  worker.once("exit", () => {
    // A fault of ours, as if it had happened here: whoever watches the process starts it anew.
    if (!isClosed) throw new Error("the embedded database has ended");
  });
  const ask = (task: TaskOf<ThreadTask>) =>
    new Promise<unknown>((done, fail) => {
      last += 1;
      waiting.set(last, { done, fail });
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage({ ...task, number: last } satisfies ThreadTask);
    });
  const opened = ask({ kind: "open" });
  return {
    waitReady: opened.then(() => {}),
    query: async <R>(sql: string, parameters: readonly unknown[] = []) => {
      const rows = await ask({ kind: "query", sql, parameters });
      if (isRows<R>(rows)) return rows;
      throw new Error("the embedded database answered without rows");
    },
    exec: (sql) => ask({ kind: "exec", sql }),
    dump: async () => {
      const bytes = await ask({ kind: "dump" });
      if (bytes instanceof ArrayBuffer) return new Blob([bytes]);
      throw new Error("the embedded database gave no files");
    },
    close: async () => {
      try {
        await opened;
        await ask({ kind: "close" });
      } finally {
        isClosed = true;
        await worker.terminate();
      }
    },
  };
}

function errorOf({
  name,
  message,
  code,
}: Extract<ThreadResult, { kind: "failed" }>): Error {
  const error = Object.assign(new Error(message), { name });
  return code === null ? error : Object.assign(error, { code });
}

type TaskOf<T> = T extends unknown ? Omit<T, "number"> : never;

function isRows<R>(value: unknown): value is Rows<R> {
  return (
    typeof value === "object" &&
    value !== null &&
    "rows" in value &&
    Array.isArray(value.rows)
  );
}
