import { fsyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/**
 * A folder in which the embedded database waits for the disk. As it comes, it hands writes to the system and goes on:
 * they outlive a killed process, but not a power cut. Its file system has no fsync; this one has, and the database is
 * told to use it (`DURABLE_PARAMETERS`), so that a commit is on the disk when it is answered.
 */
export class DurableFolder extends NodeFS {
  override async init(
    ...given: Parameters<NodeFS["init"]>
  ): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(...given);
    const { preRun = [] } = emscriptenOpts;
    const steps = Array.isArray(preRun) ? preRun : [preRun];
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...steps, sync] } };
  }
}

/** `-F` switches fsync off; of the ways to sync the log, only this one reaches the file system above. */
export const DURABLE_PARAMETERS: string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  "-c",
  "wal_sync_method=fsync",
];

/** Gives the file system of the compiled program the call that it lacks. */
function sync(program: unknown): void {
  const { stream_ops: operations } = Object(Object(program).NODEFS);
  if (typeof operations !== "object")
    throw new Error("the embedded database has another file system than known");
  operations.fsync = ({ nfd }: { readonly nfd: number }) => {
    fsyncSync(nfd);
    return 0;
  };
}
