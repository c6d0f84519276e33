import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { dirname } from "node:path";
import type { PreviewRequest } from "../db/previews.ts";
import { PictureError } from "../pictures/picture-service.ts";
import type { ImageApiSettings } from "./image-api.ts";
import type { MakePicture } from "./make-picture.ts";

/** A process without work ends after a minute: it holds a hundred megabytes. */
const IDLE_MS = 60_000;
/**
 * Visitors are answered first, whatever there is to draw; from -20 to 19. At 10, a picture took three times as long on a
 * busy machine, and its visitor waits as well.
 */
const PRIORITY = 5;
/**
 * Read at the start, and handed to the process as its input: two deploys later the folder that this server was started
 * from is gone. Packages are found from a place of theirs.
 */
const PROGRAM = readFileSync(
  new URL("./picture-program.mjs", import.meta.url),
  "utf8",
);
const PACKAGES = dirname(createRequire(import.meta.url).resolve("sharp"));

/** What the process is asked for, and what it answers. */
export interface PictureTask {
  readonly number: number;
  readonly request: PreviewRequest;
  readonly imageApi: { address: string; key: string | null } | null;
}
export type PictureResult = { readonly number: number } & (
  | { readonly kind: "made"; readonly picture: Uint8Array }
  | {
      readonly kind: "failed";
      readonly why: PictureError["kind"] | null;
      readonly message: string;
    }
);

export interface PictureProcess {
  readonly make: MakePicture;
  /** Ends the process; what it is at fails as `unavailable`. */
  stop(): void;
}

interface Waiting {
  done(picture: Uint8Array): void;
  fail(error: Error): void;
}

/** Makes pictures in a process of their own, which is there while there is something to do. */
export function pictureProcess(
  imageApi: ImageApiSettings | null,
): PictureProcess {
  const settings = imageApi && {
    address: imageApi.address.href,
    key: imageApi.key,
  };
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  const stop = () => {
    clearTimeout(idle);
    child?.kill("SIGKILL");
  };
  const started = () => {
    if (child !== null) return child;
    const process = start(
      (result) => settle(waiting, result),
      () => {
        if (child === process) child = null;
        const gone = new PictureError("unavailable", "its process has ended");
        for (const { fail } of waiting.values()) fail(gone);
        waiting.clear();
      },
    );
    child = process;
    return process;
  };
  const make: MakePicture = (request, signal) =>
    new Promise<Uint8Array>((done, fail) => {
      if (signal.aborted)
        return fail(new PictureError("unavailable", "nobody waits for it"));
      clearTimeout(idle);
      const number = (last += 1);
      waiting.set(number, { done, fail });
      // It cannot be interrupted: what else it is at is made again.
      signal.addEventListener("abort", stop);
      const task: PictureTask = { number, request, imageApi: settings };
      started().send(task);
    }).finally(() => {
      signal.removeEventListener("abort", stop);
      if (waiting.size > 0) return;
      clearTimeout(idle);
      idle = setTimeout(stop, IDLE_MS).unref();
    });
  return { make, stop };
}

function start(
  take: (result: PictureResult) => void,
  gone: () => void,
): ChildProcess {
  const input = ["--input-type=module", "-", import.meta.url];
  const child = spawn(process.execPath, input, {
    cwd: PACKAGES,
    serialization: "advanced",
    stdio: ["pipe", "ignore", "inherit", "ipc"],
  });
  // One that ends before it has read all is told of as gone.
  child.stdin?.once("error", () => {}).end(PROGRAM);
  child.on("message", take);
  child.once("exit", gone);
  child.once("error", gone);
  if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  // The server may end while it is idle.
  child.unref();
  child.channel?.unref();
  return child;
}

function settle(waiting: Map<number, Waiting>, result: PictureResult): void {
  const one = waiting.get(result.number);
  waiting.delete(result.number);
  switch (result.kind) {
    case "made":
      one?.done(result.picture);
      break;
    case "failed":
      one?.fail(
        result.why === null
          ? new Error(result.message)
          : new PictureError(result.why, result.message),
      );
      break;
  }
}
