import { spawn, type SpawnOptions, spawnSync } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { installedPrograms, unprivileged } from "../../testing/postgres.ts";

/** The programs that a cluster is made of, by the names of Debian's packages. */
const PACKAGES = {
  etcd: "etcd-server",
  patroni: "patroni",
  pgbouncer: "pgbouncer",
  haproxy: "haproxy",
} as const;

/** Debian packages that are missing here; none when a cluster can be started. */
export function missingPackages(): string[] {
  const missing = Object.entries(PACKAGES)
    .filter(([program]) => !isInstalled(program))
    .map(([, name]) => name);
  return installedPrograms() === null ? [...missing, "postgresql"] : missing;
}

function isInstalled(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

/** A program of the cluster in a process group of its own, so that what it has started can end with it. */
export interface Running {
  /** Sends a signal to the program alone, or to all that it has started. */
  signal(signal: NodeJS.Signals, to?: "it" | "all"): void;
  ended(): Promise<void>;
}

/** Starts a program that writes into `<folder>/<title>.log`; as another user than root where it must be. */
export function launch(
  title: string,
  command: readonly [string, ...string[]],
  { folder, ...options }: { readonly folder: string } & SpawnOptions,
): Running {
  const [program, ...args] = command;
  const log = openSync(join(folder, `${title}.log`), "a");
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    stdio: ["ignore", log, log],
    ...options,
  });
  const ended = once(child, "exit");
  const signal: Running["signal"] = (name, to = "all") => {
    if (child.pid === undefined || child.exitCode !== null) return;
    try {
      process.kill(to === "all" ? -child.pid : child.pid, name);
    } catch {
      // It has ended already.
    }
  };
  const end = () => signal("SIGKILL");
  process.once("exit", end);
  void ended.then(() => process.off("exit", end));
  return {
    signal,
    ended: async () => void (await ended),
  };
}

/** Who runs what refuses to be run by root. */
export function asUnprivileged(): { uid?: number; gid?: number } {
  return unprivileged() ?? {};
}

/** Waits until something is so; throws when it is not within so many seconds. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  seconds = 90,
): Promise<void> {
  const end = Date.now() + seconds * 1_000;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await pause(100);
  }
}
