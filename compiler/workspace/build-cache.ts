import { hash, randomUUID } from "node:crypto";
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { BUILDS } from "./builds.ts";
import { LOCK, withLock } from "./lock.ts";
import { removeTree } from "./remove-tree.ts";
import { ChangedMeanwhile } from "./system-refusal.ts";

/** A file of an entry; its name is relative, its hash hex of SHA-256. */
export interface KeptFile {
  readonly name: string;
  readonly size: number;
  readonly hash: string;
}

/** A folder that was filled once for everything that its key stands for. */
export interface Entry {
  readonly dir: string;
  readonly files: readonly KeptFile[];
}

/** A folder that is being filled; nobody else sees it. */
export interface Draft {
  readonly dir: string;
  readonly files: readonly KeptFile[];
  write(name: string, content: string | Uint8Array): void;
}

export interface BuildCache {
  /** A new folder to be filled, in this thread or another one. */
  draftFolder(): string;
  /** The entry of a key; null when there is none, or its files are no longer those that were kept. */
  find(key: string): Entry | null;
  /** Keeps what was filled under its key; until then there is nothing or what was there before. */
  keep(key: string, filled: Entry): Entry;
  /** Removes what neither this build nor the one before it used. The caller holds the lock. */
  sweep(): void;
}

const ALGORITHM = "sha256";
/** Of so many builds the entries stay. Their files are those of the builds themselves, so that they take no room. */
const KEPT_BUILDS = 2;
const INDEX = "index.json";
const USES = "uses.json";
const KEY = /^[0-9a-f]{64}$/;

/** The key of what is made from these values: hex. */
export function keyOf(...parts: readonly (string | Uint8Array)[]): string {
  return hash(
    ALGORITHM,
    JSON.stringify(parts.map((part) => hash(ALGORITHM, part))),
  );
}

/** Gives what `make` gave for this name before, to the same compiler, schemas and packages; it passes as JSON. */
export type Remember = <T>(name: string, make: () => Promise<T>) => Promise<T>;

const VALUE = "value.json";

export function rememberIn(cache: BuildCache, fingerprint: string): Remember {
  return async <T>(name: string, make: () => Promise<T>) => {
    const key = keyOf("value", fingerprint, name);
    const known = cache.find(key);
    if (known !== null) {
      const value: T = JSON.parse(readFileSync(join(known.dir, VALUE), "utf8"));
      return value;
    }
    const value = await make();
    const draft = openDraft(cache.draftFolder());
    draft.write(VALUE, JSON.stringify(value));
    cache.keep(key, draft);
    return value;
  };
}

/** Something that is made of files which people edit. */
interface MadeOfSources {
  /** What people call these files. */
  readonly name: string;
  /** Reads them: their key as they are now. */
  key(): string;
  /** Reads them again. */
  make(): Promise<Entry>;
}

/**
 * What is made of sources, made once for what they hold. Throws `ChangedMeanwhile` where they were saved while it was
 * made: kept under the key of before, it would be found again when they are taken back.
 */
export async function madeOfSources(
  cache: BuildCache,
  { name, key, make }: MadeOfSources,
): Promise<Entry> {
  const before = key();
  const known = cache.find(before);
  if (known !== null) return known;
  const made = await make();
  if (key() !== before) throw new ChangedMeanwhile(name);
  return cache.keep(before, made);
}

/**
 * Runs a build with what builds of this checkout made before. Checkouts that share their packages share that too, one
 * after the other. Where nothing can be written, nothing is known and nothing kept.
 */
export async function withBuildCache<T>(
  root: string,
  build: (cache: BuildCache) => Promise<T>,
): Promise<T> {
  const dir = join(root, "node_modules/.cache/funnels/site");
  if (!isWritable(dir)) {
    const own = mkdtempSync(join(root, BUILDS, "cache-"));
    // It goes as a whole, with the builds of before when the new one is switched to.
    const cache = { ...openCache(own), sweep: () => undefined };
    return build(cache).finally(() =>
      rmSync(own, { recursive: true, force: true }),
    );
  }
  return withLock(dir, () => build(openCache(dir)));
}

function isWritable(dir: string): boolean {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function openDraft(dir: string): Draft {
  const files: KeptFile[] = [];
  const made = new Set<string>();
  return {
    dir,
    files,
    write(name, content) {
      const path = join(dir, name);
      const folder = dirname(path);
      if (!made.has(folder)) mkdirSync(folder, { recursive: true });
      made.add(folder);
      writeFileSync(path, content);
      const size = Buffer.byteLength(content);
      files.push({ name, size, hash: hash(ALGORITHM, content) });
    },
  };
}

/** The entries below a folder. Those of a key are made once, read by many builds and never changed. */
export function openCache(dir: string): BuildCache {
  const used = new Set<string>();
  return {
    draftFolder() {
      const draft = join(dir, `${randomUUID()}.tmp`);
      mkdirSync(draft);
      return draft;
    },
    find(key) {
      const entry = readEntry(join(dir, key), key);
      if (entry !== null) used.add(key);
      return entry;
    },
    keep(key, { dir: draft, files }) {
      const path = join(dir, key);
      const body = JSON.stringify(files);
      // Last: what is written later than this was not written by us.
      writeFileSync(join(draft, INDEX), sealed(key, body));
      rmSync(path, { recursive: true, force: true });
      renameSync(draft, path);
      used.add(key);
      return { dir: path, files };
    },
    sweep() {
      const before = readUses(join(dir, USES));
      const uses = [[...used], ...before].slice(0, KEPT_BUILDS);
      const kept = new Set([USES, ...uses.flat()]);
      for (const name of readdirSync(dir))
        if (!kept.has(name) && !name.startsWith(LOCK))
          removeTree(join(dir, name));
      writeFileSync(join(dir, USES), JSON.stringify(uses));
    },
  };
}

function readEntry(dir: string, key: string): Entry | null {
  try {
    const index = join(dir, INDEX);
    const text = readFileSync(index, "utf8");
    const body = text.slice(text.indexOf("\n") + 1);
    if (text !== sealed(key, body)) return null;
    const files: readonly KeptFile[] = JSON.parse(body);
    const { mtimeMs } = statSync(index);
    return files.every((file) => isAsKept(dir, file, mtimeMs))
      ? { dir, files }
      : null;
  } catch {
    return null;
  }
}

/** A file that is newer than the index may be a copy, or changed: its content tells. */
function isAsKept(
  dir: string,
  { name, size, hash: kept }: KeptFile,
  sealedAt: number,
): boolean {
  const path = join(dir, name);
  const found = statSync(path);
  if (found.size !== size) return false;
  return (
    found.mtimeMs <= sealedAt || hash(ALGORITHM, readFileSync(path)) === kept
  );
}

/** A body under a line that proves it whole and meant for this key. */
function sealed(key: string, body: string): string {
  return `funnels build 1 ${key} ${hash(ALGORITHM, body)}\n${body}`;
}

function readUses(path: string): string[][] {
  try {
    const uses: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (!Array.isArray(uses)) return [];
    return uses.map((keys: unknown) =>
      Array.isArray(keys)
        ? keys.map(String).filter((key) => KEY.test(key))
        : [],
    );
  } catch {
    return [];
  }
}
