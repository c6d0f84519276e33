// Loaded into a measured process: says at its end how much memory it had at most, in bytes, and how long processors
// worked for it, in microseconds.
import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread)
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const cpu = userCPUTime + systemCPUTime;
    writeSync(2, `\npeak ${maxRSS * 1_024} cpu ${cpu}\n`);
  });
