import { hash, randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** Everything that the findings of a check depend on. */
export interface CheckInput {
  /** Of the checkout. */
  readonly fingerprint: string;
  /** What precedes file names in findings. */
  readonly prefix: string;
  readonly files: readonly {
    readonly name: string;
    readonly text: string | Uint8Array;
  }[];
  /** Names of the pictures that content may refer to. */
  readonly assets: readonly string[];
}

const ALGORITHM = "sha256";
const KEPT_ENTRIES = 32;
const STALE_AFTER_MS = 3_600_000;
const ENTRY = /^[0-9a-f]{64}\.json$/;
const UNFINISHED = /^[0-9a-f]{64}\.[0-9a-f-]{36}\.tmp$/;

/** The key of a check; equal exactly when nothing that matters to it has changed. */
export function cacheKey({
  fingerprint,
  prefix,
  files,
  assets,
}: CheckInput): string {
  const contents = files
    .map(({ name, text }): [string, string] => [name, hash(ALGORITHM, text)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = assets.toSorted();
  return hash(
    ALGORITHM,
    JSON.stringify([fingerprint, prefix, contents, names]),
  );
}

/** The findings written under this key before, as JSON; null when there are none or they are damaged. */
export function readCachedCheck(dir: string, key: string): string | null {
  try {
    const entry = readFileSync(entryPath(dir, key), "utf8");
    const body = entry.slice(entry.indexOf("\n") + 1);
    return entry === sealed(key, body) ? body : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the findings of a check under its key and drops old entries. A folder that cannot be written to is no
 * failure: the next check is then as slow as this one.
 */
export function writeCachedCheck(
  dir: string,
  key: string,
  diagnosticsJson: string,
): void {
  const unfinished = join(dir, `${key}.${randomUUID()}.tmp`);
  try {
    mkdirSync(dir, { recursive: true });
    writeFileSync(unfinished, sealed(key, diagnosticsJson));
    // Another process sees the whole entry or none.
    renameSync(unfinished, entryPath(dir, key));
    prune(dir);
  } catch {
    discard(unfinished);
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Nothing can be done about a folder that is not ours; the next prune tries again.
  }
}

function entryPath(dir: string, key: string): string {
  return join(dir, `${key}.json`);
}

/** A body under a line that proves it whole and meant for this key. */
function sealed(key: string, body: string): string {
  return `funnels check 1 ${key} ${hash(ALGORITHM, body)}\n${body}`;
}

/** Keeps the newest entries, and removes what crashed writers left. */
function prune(dir: string): void {
  const now = Date.now();
  const files = readdirSync(dir)
    .filter((name) => ENTRY.test(name) || UNFINISHED.test(name))
    .map((name) => ({ name, time: modified(join(dir, name)) }))
    .toSorted((a, b) => b.time - a.time);
  const entries = files.filter(({ name }) => ENTRY.test(name));
  const stale = files.filter(
    ({ name, time }) => UNFINISHED.test(name) && now - time > STALE_AFTER_MS,
  );
  for (const { name } of [...entries.slice(KEPT_ENTRIES), ...stale])
    discard(join(dir, name));
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
