import type { Assets } from "../link/scope.ts";
import type { ContentFile } from "../parse/file-name.ts";
import { contentNames, contentNamesAmong, readStoredFile } from "./content.ts";
import { assetsFrom } from "./environment.ts";
import { type Blobs, readBlob, readBlobs } from "./git.ts";

/** The content in one state: of a commit, or as the files are. */
export interface Tree {
  /** As messages call it: `at "main"`. */
  readonly called: string;
  /** The names of its files, sorted. */
  readonly names: readonly string[];
  read(names: readonly string[]): Promise<readonly ContentFile[]>;
  /** The assets of a brand; null where those on the disk are meant. */
  readonly assets: ((brand: string) => Assets) | null;
}

/** The files as they are. */
export function treeOfFiles(contentDir: string): Tree {
  return {
    called: "as it is",
    names: contentNames(contentDir),
    read: (names) =>
      Promise.resolve(
        names.map((name) => ({
          name,
          text: readStoredFile(contentDir, name).text,
        })),
      ),
    assets: null,
  };
}

/** The files of a commit; of them, only those are read that are asked for. */
export function treeOfCommit(
  ref: string,
  blobs: Blobs,
  contentDir: string,
): Tree {
  return {
    called: `at "${ref}"`,
    names: contentNamesAmong([...blobs.keys()]),
    async read(names) {
      const ids = names.map((name) => blobs.get(name) ?? "");
      const texts = await readBlobs(ids, contentDir);
      return names.map((name, i) => ({
        name,
        text: texts.get(ids[i] ?? "") ?? "",
      }));
    },
    assets: (brand) => {
      const folder = `${brand}/assets/`;
      const names = [...blobs.keys()]
        .filter((path) => path.startsWith(folder))
        .map((path) => path.slice(folder.length))
        .filter((name) => !name.includes("/"));
      return assetsFrom(names.sort(), (name) =>
        readBlob(blobs.get(folder + name) ?? "", contentDir),
      );
    },
  };
}
