// Registers the TypeScript loader in this thread and does its part of a check.
import { parentPort, workerData } from "node:worker_threads";
import { tsImport } from "tsx/esm/api";
const { judgeOnThread } = await tsImport("./thread.ts", import.meta.url);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort.postMessage(judgeOnThread(workerData));
