// Loaded into a measured process: says at its end how much memory it had at most, in bytes.
import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread)
  process.on("exit", () =>
    writeSync(2, `\npeak ${process.resourceUsage().maxRSS * 1_024}\n`),
  );
