import { join, relative } from "node:path";
import {
  type AssetFiles,
  contentNames,
  readAssetFiles,
  readStoredFile,
  type StoredFile,
  watchedNames,
} from "./content.ts";
import { statOf } from "./file-stat.ts";
import { systemRefusal } from "./system-refusal.ts";

/** A content root that changes. Files that have not changed are the same objects at every reading. */
export interface LiveContent {
  /**
   * @param event as chokidar calls it: `change`, `add`, `unlink`, `addDir`, `unlinkDir`
   * @param path of what has changed, as it is reached from the current folder
   */
  changed(event: string, path: string): void;
  /**
   * Looks at the disk itself, because watchers miss changes: while the process is busy, of files that may not be read
   * at that moment. Counts as told what nobody has told of since the look before; answers its names.
   */
  look(): readonly string[];
  /**
   * The content as it is now; only what has changed is read. Null when nobody has told of a change since the last time,
   * or when a file has gone and nobody has told of that yet.
   */
  read(): {
    readonly files: readonly StoredFile[];
    readonly assets: AssetFiles;
  } | null;
}

export function openContent(contentDir: string): LiveContent {
  let known = new Map<string, StoredFile>();
  let assets: AssetFiles = new Map();
  let isListed = false;
  let isRead = false;
  const changed = new Set<string>();
  /** Of what was read, and of the disk at the last look. */
  const stamps = new Map<string, string>();
  let looked: ReadonlyMap<string, string> | null = null;
  const fileNow = (name: string): StoredFile => {
    const before = known.get(name);
    if (isRead && before !== undefined && !changed.has(name)) return before;
    const now = readStoredFile(contentDir, name);
    return before !== undefined && isSame(before, now) ? before : now;
  };
  const readNow = () => {
    // Before it is read: what is written meanwhile has another stamp.
    const names = isRead ? [...changed] : watchedNames(contentDir);
    const found = names.map(
      (name) => [name, stampOf(contentDir, name)] as const,
    );
    if (isListed) {
      for (const name of changed)
        if (known.has(name)) known.set(name, fileNow(name));
      if ([...changed].some((name) => !known.has(name)))
        assets = readAssetFiles(contentDir);
    } else {
      const listed = contentNames(contentDir);
      known = new Map(listed.map((name) => [name, fileNow(name)]));
      assets = readAssetFiles(contentDir);
    }
    // What could not be read was not: the next look finds that it is gone.
    for (const [name, stamp] of found)
      if (stamp === null) stamps.delete(name);
      else stamps.set(name, stamp);
  };
  return {
    changed(event, path) {
      changed.add(relative(contentDir, path).replaceAll("\\", "/"));
      if (event !== "change") isListed = false;
      // A folder that takes another one's place may have files of the same names.
      if (event === "addDir" || event === "unlinkDir") isRead = false;
    },
    look() {
      const before = looked;
      const now = stampsOf(contentDir);
      looked = now;
      if (before === null || now === null) return [];
      // What has changed since the look before is left to the watcher.
      const missed = [...new Set([...stamps.keys(), ...now.keys()])].filter(
        (name) =>
          stamps.get(name) !== now.get(name) &&
          before.get(name) === now.get(name),
      );
      for (const name of missed) {
        changed.add(name);
        if (!stamps.has(name) || !now.has(name)) isListed = false;
      }
      return missed;
    },
    read() {
      if (isListed && changed.size === 0) return null;
      try {
        readNow();
      } catch (error) {
        if (error instanceof Error && "code" in error && GONE.has(error.code))
          return null;
        throw error;
      }
      isListed = true;
      isRead = true;
      changed.clear();
      return { files: [...known.values()], assets };
    },
  };
}

/** The same while files are watched: what may not be read is said, and read once it may. */
export function readWhatIsAllowed(
  live: LiveContent,
): ReturnType<LiveContent["read"]> {
  try {
    return live.read();
  } catch (error) {
    const refusal = systemRefusal(error);
    if (refusal === null) throw error;
    console.error(refusal);
    return null;
  }
}

const GONE = new Set<unknown>(["ENOENT", "ENOTDIR", "EISDIR"]);

function isSame(one: StoredFile, other: StoredFile): boolean {
  return Buffer.compare(one.bytes, other.bytes) === 0;
}

/** Stamps by the names of the files of a content root; null where they cannot be looked at. */
function stampsOf(contentDir: string): ReadonlyMap<string, string> | null {
  try {
    return new Map(
      watchedNames(contentDir).flatMap((name) => {
        const stamp = stampOf(contentDir, name);
        return stamp === null ? [] : [[name, stamp] as const];
      }),
    );
  } catch {
    return null;
  }
}

/** Tells one state of a file from another, its permissions included; null for one that is gone. */
function stampOf(contentDir: string, name: string): string | null {
  const found = statOf(join(contentDir, name));
  return found === undefined
    ? null
    : `${found.ino} ${found.size} ${found.ctimeMs}`;
}
