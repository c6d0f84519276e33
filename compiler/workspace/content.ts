/** The folder `workspace` holds what reads and writes the disk: content, caches, builds, locks. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { ContentFile } from "../parse/file-name.ts";
import { type AssetFile, assetFile } from "./asset-files.ts";
import { isDeadLink, isReadable, statOf } from "./file-stat.ts";

/** A file as it was on the disk, in memory that threads share. */
export interface FileBytes {
  readonly name: string;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

/** The same; its text is decoded when it is asked for. */
export interface StoredFile extends FileBytes, ContentFile {}

/** Reads every YAML file below a content root: `site.yaml`, `<brand>/brand.yaml`, `<brand>/<funnel>.yaml`. */
export function readContent(contentDir: string): ContentFile[] {
  return contentNames(contentDir).map((name) => ({
    name,
    text: readContentFile(contentDir, name).toString("utf8"),
  }));
}

/**
 * The bytes of a file. None of one whose name is no UTF-8, which the system does not find by it, nor of a link that leads
 * nowhere: the check refuses both.
 */
function readContentFile(contentDir: string, name: string): Buffer {
  const path = join(contentDir, name);
  if (!isReadable(name)) return Buffer.alloc(0);
  try {
    return readFileSync(path);
  } catch (error) {
    if (isDeadLink(path)) return Buffer.alloc(0);
    throw error;
  }
}

/** The same files as bytes: half the time, and no work for the garbage collector. */
export function readStored(contentDir: string): StoredFile[] {
  return contentNames(contentDir).map((name) =>
    readStoredFile(contentDir, name),
  );
}

export function readStoredFile(contentDir: string, name: string): StoredFile {
  const read = readContentFile(contentDir, name);
  const bytes = new Uint8Array(new SharedArrayBuffer(read.byteLength));
  bytes.set(read);
  return storedFile({ name, bytes });
}

export function storedFile({ name, bytes }: FileBytes): StoredFile {
  return {
    name,
    bytes,
    get text() {
      return Buffer.from(bytes.buffer).toString("utf8");
    },
  };
}

/** The files in a brand's assets folder, by brand: a content root's pictures, films and captions. */
export type AssetFiles = ReadonlyMap<string, readonly AssetFile[]>;

export function readAssetFiles(contentDir: string): AssetFiles {
  return new Map(
    entriesOf(contentDir).folders.map((brand) => [
      brand,
      assetFilesOf(contentDir, brand),
    ]),
  );
}

/** The files of one brand's assets folder, sorted; a folder among them is none. */
export function assetFilesOf(contentDir: string, brand: string): AssetFile[] {
  const dir = assetsDir(contentDir, brand);
  return assetNames(dir).flatMap((name) => assetFile(dir, name) ?? []);
}

/** What a system leaves in folders that somebody looks at, beside hidden files. */
const LEFT_BEHIND = new Set(["Thumbs.db", "desktop.ini"]);

function assetNames(dir: string): string[] {
  const { files } = isDirectory(dir) ? entriesOf(dir) : { files: [] };
  return files
    .filter((name) => !isHidden(name) && !LEFT_BEHIND.has(name))
    .sort();
}

export function assetsDir(contentDir: string, brand: string): string {
  return join(contentDir, brand, "assets");
}

/** Names of the YAML files below a content root, sorted. What lies too deep to be read is among them, to be refused. */
export function contentNames(contentDir: string): string[] {
  const { files, folders } = entriesOf(contentDir);
  const below = folders.flatMap((folder) =>
    isHidden(folder)
      ? []
      : filesBelow(join(contentDir, folder)).map((name) => `${folder}/${name}`),
  );
  return contentNamesAmong([...files, ...below]);
}

/** Names of all files that content is made of: of the YAML files, and of what lies in assets folders. */
export function watchedNames(contentDir: string): string[] {
  const assets = entriesOf(contentDir).folders.flatMap((brand) => {
    const names = assetNames(assetsDir(contentDir, brand));
    return names.map((name) => `${brand}/assets/${name}`);
  });
  return [...contentNames(contentDir), ...assets];
}

/** Of the paths of files below a content root, those that content is read from, sorted. */
export function contentNamesAmong(paths: readonly string[]): string[] {
  return paths
    .filter((path) => {
      const folders = path.split("/").slice(0, -1);
      return isYaml(path) && !folders.some(isHidden);
    })
    .sort();
}

function isHidden(name: string): boolean {
  return name.startsWith(".");
}

/** Deeper, a link that leads back to where it lies would be followed for ever. */
const DEEPEST = 8;

/** The files of a folder and of all folders in it, where nothing is looked for but what lies there by mistake. */
function filesBelow(dir: string, depth = 0): string[] {
  const { files, folders } = entriesOf(dir);
  if (depth === DEEPEST) return files;
  const below = folders
    .filter((folder) => !isHidden(folder))
    .flatMap((folder) =>
      filesBelow(join(dir, folder), depth + 1).map(
        (name) => `${folder}/${name}`,
      ),
    );
  return [...files, ...below];
}

/**
 * What is in a folder. A link counts as what it leads to. One that leads nowhere counts as a file where it has the name
 * of one that is read, else as nothing: editors leave hidden ones.
 */
function entriesOf(dir: string): { files: string[]; folders: string[] } {
  const entries = readdirSync(dir, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    kind: entry.isSymbolicLink() ? statOf(join(dir, entry.name)) : entry,
  }));
  const named = (list: typeof entries) => list.map(({ name }) => name);
  return {
    files: named(
      entries.filter(({ name, kind }) =>
        kind === undefined ? isYaml(name) && !isHidden(name) : kind.isFile(),
      ),
    ),
    folders: named(
      entries.filter(
        ({ name, kind }) => kind?.isDirectory() === true && isReadable(name),
      ),
    ),
  };
}

/** What to say of a content root that is no folder, or the folder of a brand; null of all others. */
export function missingContent(contentDir: string): string | null {
  if (!isDirectory(contentDir))
    return `There is no folder "${contentDir}". Name the content root with --content DIR.`;
  return misplacedContent(contentDir);
}

/** What to say of a content root that is the folder of a brand; null of one that is not, and of one that is not there. */
export function misplacedContent(contentDir: string): string | null {
  const holds = (name: string) => statOf(join(contentDir, name)) !== undefined;
  return holds("brand.yaml") && !holds("site.yaml")
    ? `"${contentDir}" is the folder of a brand. Name the content root, the folder that holds it, with --content DIR.`
    : null;
}

export function isDirectory(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

/** What precedes file names in findings: the content root as it is seen from here. */
export function prefixOf(contentDir: string): string {
  return `${relative(process.cwd(), resolve(contentDir)).replaceAll("\\", "/") || "."}/`.replace(
    /^\.\//,
    "",
  );
}

// Other endings are refused by name; a file that is silently left out would be looked for in vain.
function isYaml(name: string): boolean {
  return /\.ya?ml(?:\.(?:txt|bak|backup|old|orig|copy|save))?$/i.test(name);
}
