import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { errorCode, Refusal } from "../refusal.ts";
import { newToken, systemRandom } from "../token.ts";

const HEARTBEAT_MS = 5_000;
const SILENT_MS = 3 * HEARTBEAT_MS;

/** Who holds a folder: a process, and when it began, because process ids are used again. */
interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly began: string;
  readonly machine: string;
}

/**
 * Takes a folder for this process alone (the embedded database has no lock of its own, and two writers lose rows).
 * A lock that a dead process left behind is taken over. Throws a `Refusal` when the folder is in use or cannot be
 * written. Returns the function that gives the folder back.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, "lock");
  const mine: Holder = {
    token: newToken(systemRandom),
    pid: process.pid,
    began: began(process.pid),
    machine: hostname(),
  };
  try {
    mkdirSync(folder, { recursive: true });
    if (!take(file, mine)) {
      clearStale(file, folder);
      if (!take(file, mine)) throw inUse(folder, null);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : unwritable(folder, error);
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS).unref();
  return () => {
    clearInterval(heartbeat);
    if (readHolder(file)?.token === mine.token) rmSync(file, { force: true });
  };
}

function take(file: string, holder: Holder): boolean {
  // Written aside and linked: whoever reads the lock never sees half of it.
  const draft = `${file}.${holder.token}`;
  try {
    writeFileSync(draft, JSON.stringify(holder));
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves a dead process's lock away. Throws a `Refusal` when its holder lives. */
function clearStale(file: string, folder: string): void {
  const holder = readHolder(file);
  if (holder !== null && isAlive(holder, file)) throw inUse(folder, holder);
  const aside = `${file}.${newToken(systemRandom)}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  // Another starter may have been quicker: what was moved away is then its fresh lock, and goes back.
  if (readHolder(aside)?.token !== holder?.token) linkSync(aside, file);
  rmSync(aside, { force: true });
}

function isAlive(holder: Holder, file: string): boolean {
  if (holder.machine !== hostname()) {
    // Another machine's processes cannot be asked; a living one touches its lock.
    return Date.now() - statSync(file).mtimeMs < SILENT_MS;
  }
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (errorCode(error) !== "EPERM") return false;
  }
  return began(holder.pid) === holder.began;
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

function readHolder(file: string): Holder | null {
  try {
    const data: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isHolder(data) ? data : null;
  } catch {
    return null;
  }
}

function isHolder(data: unknown): data is Holder {
  return (
    typeof data === "object" &&
    data !== null &&
    "token" in data &&
    typeof data.token === "string" &&
    "pid" in data &&
    Number.isInteger(data.pid) &&
    "began" in data &&
    typeof data.began === "string" &&
    "machine" in data &&
    typeof data.machine === "string"
  );
}

function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // The folder went away under a running server; the next statement of the database says so.
  }
}

function inUse(folder: string, holder: Holder | null): Refusal {
  const who = holder === null ? "another process" : `process ${holder.pid}`;
  return new Refusal(
    `The data folder ${folder} is in use by ${who}: stop it, or start with another folder in DATA_DIR.`,
  );
}

function unwritable(folder: string, error: unknown): Refusal {
  const code = errorCode(error) ?? "unknown fault";
  const isFull = code === "ENOSPC";
  return new Refusal(
    isFull
      ? `The disk of the data folder ${folder} is full: make room on it, or set DATA_DIR to a folder on another one.`
      : `The data folder ${folder} cannot be written (${code}): make it writable, or set DATA_DIR to a folder that is.`,
  );
}
