import { tsImport } from "tsx/esm/api";
import { expect, test } from "vitest";
import type { BuildJob } from "./build-job.ts";
import { withThreads } from "./pool.ts";

const job = (to: string, file = ""): BuildJob => ({
  kind: "compress",
  to,
  file,
  name: "",
});
const program = (onMessage: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort, threadId } from "node:worker_threads";
       parentPort.on("message", (job) => { ${onMessage} });`,
    )}`,
  );

test("each job gets its own result, and no more threads are started than there may be", async () => {
  const answer =
    "parentPort.postMessage({ dir: job.to, files: [{ name: String(threadId) }] })";
  const pool = withThreads(program(answer), 2);
  const names = Array.from({ length: 20 }, (_, n) => String(n));
  const results = await Promise.all(names.map((to) => pool.run(job(to))));
  await pool.close();
  expect(results.map(({ dir }) => dir)).toEqual(names);
  const threads = results.flatMap(({ files }) => files.map(({ name }) => name));
  expect(new Set(threads).size).toBeLessThanOrEqual(2);
});

test.each([
  ["ends without a word", "process.exit(0)", /ended without a result \(0\)/],
  ["throws", 'throw new TypeError("ours")', /ours/],
  ["rejects", 'Promise.reject(new TypeError("ours"))', /ours/],
])("a thread that %s is a fault of its job", async (_, code, fault) => {
  const pool = withThreads(program(code), 1);
  await expect(pool.run(job(""))).rejects.toThrow(fault);
  // The next one gets a thread of its own.
  await expect(pool.run(job(""))).rejects.toThrow(fault);
  await pool.close();
});

test("the sources work in their own thread, as the command line loads them", async () => {
  const loaded: typeof import("./pool.ts") = await tsImport(
    "./pool.ts",
    import.meta.url,
  );
  const pool = loaded.openPool();
  const asked = pool.run(job("", "no/such/file"));
  await expect(asked).rejects.toMatchObject({ code: "ENOENT" });
  await pool.close();
});
