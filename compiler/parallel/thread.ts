import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { lintShare, type Share } from "./share.ts";

// What another thread does of a check; it reads the files it takes itself.
const share: Share = workerData;
const read = (name: string) =>
  readFileSync(join(share.contentDir, name), "utf8");
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(lintShare(share, read).linted);
