import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { errorCode } from "../refusal.ts";

/** How a file may be packed; the one that browsers prefer is looked for first. */
const ENDINGS = { br: ".br", gzip: ".gz" } as const;
export type Coding = keyof typeof ENDINGS;

/** Where files lie whose names carry a hash of what they hold. */
export const ASSETS = "/assets/";

/** A file as it is sent. While it stays as it is, the same object is found again. */
export interface StaticFile {
  /** Where it is, without the ending of its packed form. */
  readonly path: string;
  readonly coding: Coding | null;
  /** With quotes, as headers have it. */
  readonly tag: string;
  readonly body: Buffer;
}

/** Built files below one folder. */
export interface Files {
  /** The file in the first of these codings that it is there in, else as it is; null when there is none. */
  find(path: string, codings: readonly Coding[]): Promise<StaticFile | null>;
  /** What `find` would answer, where that is known without the disk; else null. */
  kept(path: string, codings: readonly Coding[]): StaticFile | null;
}

/** How long a file that was looked at is taken to be as it was. A build is never changed; a plain folder may be. */
const LOOK_EVERY_MS = 1_000;
/** Larger files are read each time; of the others so many bytes are kept, and then all are forgotten. */
const KEPT_FILE_BYTES = 1_000_000;
const KEPT_BYTES = 64_000_000;

/** Which form of a file is meant; of a version that was seen. */
interface Chosen {
  readonly path: string;
  readonly coding: Coding | null;
  readonly version: string;
}

/**
 * Serves the files of `root`, and nothing outside it. Paths are relative and begin with a slash; `ticks` are
 * milliseconds that only grow.
 */
export function createFiles(
  root: string,
  ticks: () => number = () => performance.now(),
): Files {
  const { known, look } = createLocator(root, ticks);
  const { load, loaded } = createLoader(root);
  return {
    kept: (path, codings) => {
      const plain = known(path);
      if (!plain) return null;
      for (const coding of codings) {
        const version = known(path + ENDINGS[coding]);
        if (version === undefined) return null;
        if (version !== null) return loaded({ path, coding, version });
      }
      return loaded({ path, coding: null, version: plain });
    },
    find: async (path, codings) => {
      const plain = await look(path);
      if (plain === null) return null;
      for (const coding of codings) {
        const version = await look(path + ENDINGS[coding], true);
        if (version !== null) return load({ path, coding, version });
      }
      return load({ path, coding: null, version: plain });
    },
  };
}

interface Locator {
  /** Which version there is; null for none, undefined when that has to be looked at. */
  known(path: string): string | null | undefined;
  /** The same, from the disk if need be; `isForm` says that a file is there whose packed form this is. */
  look(path: string, isForm?: boolean): Promise<string | null>;
}

/** Answers which version of a file there is. What is there is looked at once a second. */
function createLocator(root: string, ticks: () => number): Locator {
  const seen = new Map<string, { at: number; version: string | null }>();
  const known: Locator["known"] = (path) => {
    const last = seen.get(path);
    return last !== undefined && ticks() - last.at < LOOK_EVERY_MS
      ? last.version
      : undefined;
  };
  const look: Locator["look"] = async (path, isForm = false) => {
    const last = known(path);
    if (last !== undefined) return last;
    const at = ticks();
    const version = await versionOf(root, path);
    // Of what is nowhere there is no end; a file that is there has two packed forms at most.
    if (version !== null || isForm) seen.set(path, { at, version });
    else seen.delete(path);
    return version;
  };
  return { known, look };
}

async function versionOf(root: string, path: string): Promise<string | null> {
  const file = join(root, path);
  if (!file.startsWith(root + sep)) return null;
  try {
    const found = await stat(file);
    return found.isFile() ? `${found.mtimeMs}-${found.size}` : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

interface Loader {
  /** Reads a version of a file, or has it still; null when it has gone meanwhile. */
  load(chosen: Chosen): Promise<StaticFile | null>;
  /** The same, where it is in memory; else null. */
  loaded(chosen: Chosen): StaticFile | null;
}

function createLoader(root: string): Loader {
  const kept = new Map<string, { version: string; file: StaticFile }>();
  /** Of files that are too large to be kept. */
  const tags = new Map<string, { version: string; tag: string }>();
  let keptBytes = 0;
  const loaded: Loader["loaded"] = ({ path, coding, version }) => {
    const before = kept.get(keyOf(path, coding));
    return before?.version === version ? before.file : null;
  };
  const keep = (key: string, version: string, file: StaticFile) => {
    if (keptBytes + file.body.byteLength > KEPT_BYTES) {
      kept.clear();
      keptBytes = 0;
    }
    keptBytes += file.body.byteLength;
    kept.set(key, { version, file });
  };
  return {
    loaded,
    load: async (chosen) => {
      const before = loaded(chosen);
      if (before !== null) return before;
      const { path, coding, version } = chosen;
      const key = keyOf(path, coding);
      const name = coding === null ? path : path + ENDINGS[coding];
      const body = await readFile(join(root, name)).catch(absentAsNull);
      if (body === null) return null;
      const known = tags.get(key);
      const tag = known?.version === version ? known.tag : tagOf(body);
      const file = { path, coding, tag, body };
      if (body.byteLength <= KEPT_FILE_BYTES) keep(key, version, file);
      else tags.set(key, { version, tag });
      return file;
    },
  };
}

/** Somebody may ask for a packed form as for a file of its own, which it then is: with another type. */
function keyOf(path: string, coding: Coding | null): string {
  return `${coding ?? ""}${path}`;
}

/** What a cache compares: the same for the same bytes. */
export function tagOf(body: Uint8Array): string {
  const hash = createHash("sha256").update(body).digest("base64url");
  return `"${hash.slice(0, 22)}"`;
}

function absentAsNull(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}

function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ENAMETOOLONG", "EISDIR", "ELOOP"].includes(
    errorCode(error) ?? "",
  );
}
