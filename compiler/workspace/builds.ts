import { randomUUID } from "node:crypto";
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { KEEP_DAYS, keepEarlierAssets } from "./earlier-assets.ts";
import { linkOrCopy } from "./link-or-copy.ts";
import { LOCK } from "./lock.ts";
import { removeTree } from "./remove-tree.ts";

/** Where builds lie, below the root of the checkout; `dist` is a link to the one that is served. */
export const BUILDS = ".builds";
/** The build that a plain folder `dist` becomes: somebody copied it there, or an earlier program wrote it. */
const COPIED = "copied";
/** How the link to a new build begins until it becomes `dist`: it lies beside it, since builds may be on another disk. */
const COMING = ".dist-";

/** A build that is being made; nobody serves it before it is switched to. */
export interface NewBuild {
  readonly id: string;
  /** Its folder, which holds nothing yet. */
  readonly dir: string;
  /** The build that is served until then, and stays to be gone back to; null: there is none. */
  readonly previous: string | null;
}

/**
 * Has a build made in a folder of its own and then served in place of the one before, by one rename of a link. When
 * `make` fails or its process is killed, nothing has changed for anybody who is served. Assets of earlier builds are
 * kept in the new one for `keepDays`; builds before the previous one are removed. The caller holds the lock of the
 * checkout.
 */
export async function switchBuild(
  root: string,
  make: (build: NewBuild) => Promise<void>,
  { keepDays = KEEP_DAYS }: { readonly keepDays?: number | undefined } = {},
): Promise<void> {
  const dist = join(root, "dist");
  const builds = join(root, BUILDS);
  const id = newId();
  const dir = join(builds, id);
  const link = join(root, COMING + id);
  const isCopied = isFolder(dist);
  const previous = isCopied ? COPIED : linkedBuild(dist);
  mkdirSync(dir, { recursive: true });
  try {
    await make({ id, dir, previous });
    const before =
      previous === null ? null : isCopied ? dist : join(builds, previous);
    keepEarlierAssets(dir, before, { keepDays, now: new Date() });
    // Relative, so that it holds in a checkout that is moved.
    symlinkSync(join(BUILDS, id), link);
    if (isCopied) moveAside(dist, join(builds, COPIED));
    renameSync(link, dist);
  } catch (error) {
    for (const made of [link, dir])
      rmSync(made, { recursive: true, force: true });
    throw error;
  }
  for (const name of readdirSync(root))
    if (name.startsWith(COMING)) rmSync(join(root, name), { force: true });
  for (const name of readdirSync(builds))
    if (name !== id && name !== previous && !name.startsWith(LOCK))
      removeTree(join(builds, name));
}

/** The files of one folder in another, linked: nothing is copied, unless the disk has no links. */
export function linkTree(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [one, other] = [join(from, entry.name), join(to, entry.name)];
    if (!entry.isDirectory()) linkOrCopy(one, other);
    else {
      mkdirSync(other, { recursive: true });
      linkTree(one, other);
    }
  }
}

/** Sorts by time, and is nobody else's. */
function newId(): string {
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return `${time}-${randomUUID().slice(0, 8)}`;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The build that a link leads to; null for what is no link to one of ours. */
function linkedBuild(dist: string): string | null {
  try {
    const target = readlinkSync(dist);
    return dirname(target) === BUILDS ? basename(target) : null;
  } catch {
    return null;
  }
}

/** A folder cannot be replaced by a link in one step: this once there is a moment between the two. */
function moveAside(dist: string, aside: string): void {
  rmSync(aside, { recursive: true, force: true });
  try {
    renameSync(dist, aside);
  } catch (error) {
    if (Object(error).code !== "EXDEV") throw error;
    // To another disk.
    cpSync(dist, aside, { recursive: true });
    rmSync(dist, { recursive: true });
  }
}
