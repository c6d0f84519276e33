import { parentPort, workerData } from "node:worker_threads";
import { linkOthers, lintShare, type Share } from "./share.ts";

// What another thread does of a check.
const share: Share = workerData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(lintShare(share, linkOthers(share)));
