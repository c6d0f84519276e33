import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { withoutMark } from "../parse/source.ts";
import { contentNamesAmong } from "../workspace/content.ts";

/** Files by their path below the content root: as they are on the disk, and over them as they are in the editor. */
export class OpenContent {
  readonly #root: string;
  /** The root as the editor spells it, which may have come by a link. */
  #spelled: string;
  readonly #saved = new Map<string, string>();
  readonly #open = new Map<
    string,
    { readonly text: string; readonly uri: string }
  >();

  constructor(contentDir: string) {
    this.#root = realpathSync(contentDir);
    this.#spelled = this.#root;
  }

  /** The path of a document below the content root; null for one that is no content. */
  nameOf(uri: string): string | null {
    const path = pathOf(uri);
    if (path === null) return null;
    const name = [path, realOf(path)]
      .map((each) => relative(this.#root, each).split(sep).join("/"))
      .find((each) => !each.startsWith("..") && !/^[A-Za-z]:/.test(each));
    return name !== undefined &&
      /\.ya?ml$/.test(name) &&
      contentNamesAmong([name]).length > 0
      ? name
      : null;
  }

  /** The address of a file as the editor knows it. */
  uriOf(name: string): string {
    const known = this.#open.get(name)?.uri;
    return known ?? pathToFileURL(join(this.#spelled, name)).href;
  }

  /** Takes all files as they are on the disk; without a mark of the encoding, which editors do not count as text. */
  save(files: readonly { readonly name: string; readonly text: string }[]) {
    this.#saved.clear();
    for (const { name, text } of files)
      this.#saved.set(name, withoutMark(text));
  }

  open(name: string, text: string, uri: string): void {
    this.#open.set(name, { text, uri });
    const up = name.split("/").map(() => "..");
    const root = resolve(fileURLToPath(uri), ...up);
    if (realOf(root) === this.#root) this.#spelled = root;
  }

  isOpen(name: string): boolean {
    return this.#open.has(name);
  }

  close(name: string): void {
    this.#open.delete(name);
  }

  /** The files in the order in which a check reads them. */
  files(): ReadonlyMap<string, string> {
    const all = new Map(this.#saved);
    for (const [name, { text }] of this.#open) all.set(name, text);
    return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** The path that an address leads to; null for one of another scheme, of another machine, or of what no path can be. */
function pathOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

/** A path without links; of a file that is not saved yet, its folder's. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realOf(folder), basename(path));
  }
}
