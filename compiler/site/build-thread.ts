import { parentPort } from "node:worker_threads";
import { type BuildJob, runBuildJob } from "./build-job.ts";

// Makes what a build asks for, one job after the other. What a job throws ends the thread, and the build with it.
parentPort?.on("message", (job: BuildJob) => {
  void runBuildJob(job).then((result) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    parentPort?.postMessage(result),
  );
});
