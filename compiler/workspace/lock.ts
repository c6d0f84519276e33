import { randomUUID } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** The name of the lock, and what names of files beside it begin with. */
export const LOCK = "lock";
const ASK_AGAIN_MS = 100;

/** Who works on a checkout: a process, and when it began, because process ids are used again. */
interface Owner {
  readonly token: string;
  readonly pid: number;
  readonly began: string;
  readonly machine: string;
}

/**
 * Runs `work` while no other process has this folder: whoever comes second waits for the first to end. What a killed
 * process left behind counts for nothing.
 */
export async function withLock<T>(
  folder: string,
  work: () => Promise<T>,
): Promise<T> {
  const file = join(folder, LOCK);
  const mine: Owner = {
    token: randomUUID(),
    pid: process.pid,
    began: began(process.pid),
    machine: hostname(),
  };
  mkdirSync(folder, { recursive: true });
  for (let asked = 0; !take(file, mine); asked += 1) {
    const owner = readOwner(file);
    if (owner !== null && isAlive(owner)) {
      if (asked === 0) console.error(waiting(owner, file));
      await setTimeout(ASK_AGAIN_MS);
    } else clear(file, owner);
  }
  try {
    return await work();
  } finally {
    if (readOwner(file)?.token === mine.token) rmSync(file, { force: true });
  }
}

/** Written aside and linked: whoever reads the lock never sees half of it, and only one link of a name can be made. */
function take(file: string, owner: Owner): boolean {
  const draft = `${file}.${owner.token}`;
  try {
    writeFileSync(draft, JSON.stringify(owner));
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (Object(error).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves a dead owner's lock away; a fresh one, of somebody who was quicker, is put back. */
function clear(file: string, dead: Owner | null): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (readOwner(aside)?.token !== dead?.token) linkSync(aside, file);
  } catch {
    // Gone meanwhile: whoever held it has ended.
  }
  rmSync(aside, { force: true });
}

function isAlive(owner: Owner): boolean {
  // Another machine's processes cannot be asked.
  if (owner.machine !== hostname()) return true;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (Object(error).code !== "EPERM") return false;
  }
  return began(owner.pid) === owner.began;
}

/** When a process began, in the kernel's ticks; empty where the system does not tell. */
function began(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function readOwner(file: string): Owner | null {
  try {
    const owner: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isOwner(owner) ? owner : null;
  } catch {
    return null;
  }
}

function isOwner(data: unknown): data is Owner {
  const { token, pid, began: start, machine } = Object(data);
  return (
    Number.isInteger(pid) &&
    [token, start, machine].every((text) => typeof text === "string")
  );
}

function waiting({ pid, machine }: Owner, file: string): string {
  return machine === hostname()
    ? `Process ${pid} is building in this checkout; this one waits for it.`
    : `Process ${pid} of ${machine} is building in this checkout; this one waits for it. If it is gone, remove ${file}.`;
}
