import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Files by their path below the content root: as they are on the disk, and over them as they are in the editor. */
export class OpenContent {
  readonly #root: string;
  readonly #saved = new Map<string, string>();
  readonly #open = new Map<string, string>();

  constructor(contentDir: string) {
    this.#root = realpathSync(contentDir);
  }

  /** The path of a document below the content root; null for one that is no content. */
  nameOf(uri: string): string | null {
    if (!uri.startsWith("file:")) return null;
    const path = fileURLToPath(uri);
    const name = [path, realOf(path)]
      .map((each) => relative(this.#root, each).split(sep).join("/"))
      .find((each) => !each.startsWith("..") && !/^[A-Za-z]:/.test(each));
    return name !== undefined && /\.ya?ml$/.test(name) ? name : null;
  }

  uriOf(name: string): string {
    return pathToFileURL(join(this.#root, name)).href;
  }

  /** Takes all files as they are on the disk. */
  save(files: readonly { readonly name: string; readonly text: string }[]) {
    this.#saved.clear();
    for (const { name, text } of files) this.#saved.set(name, text);
  }

  open(name: string, text: string): void {
    this.#open.set(name, text);
  }

  close(name: string): void {
    this.#open.delete(name);
  }

  /** The files in the order in which a check reads them. */
  files(): ReadonlyMap<string, string> {
    const all = new Map([...this.#saved, ...this.#open]);
    return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** A path without links; one that leads to nothing yet stays as it is. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
