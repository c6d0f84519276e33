import { basename } from "node:path";
import { combineSchemas, type Language } from "../schema/language.ts";
import { LANGUAGE_FOLDERS, schemaFiles } from "./environment.ts";
import { changedSince, filesAt, readBlobs, repositoryOf } from "./git.ts";

/** What the schemas of a commit say, beside those of today. */
export type LanguageThen =
  /** Also where the content is in another repository than the checkout. */
  | { readonly kind: "same" }
  | { readonly kind: "other"; readonly language: Language }
  /** They mean something that this version does not know. */
  | { readonly kind: "unknown" };

/** The language that content was written in at a commit. */
export async function languageAt(
  ref: string,
  contentDir: string,
  root: string,
): Promise<LanguageThen> {
  const repository = repositoryOf(contentDir);
  if (repository === null || repository !== repositoryOf(root))
    return { kind: "same" };
  const folders = LANGUAGE_FOLDERS.map((folder) => `schema/${folder}`);
  const changed = await changedSince(ref, root, ...folders);
  if (changed === null || changed.length === 0) return { kind: "same" };
  const files = (await filesAt(ref, root, ...folders)) ?? new Map();
  const texts = await readBlobs([...files.values()], root);
  const below = (folder: string) =>
    [...files].filter(([path]) => path.startsWith(`schema/${folder}/`));
  try {
    const schemas = schemaFiles(
      (folder) =>
        new Map(
          below(folder).map(([path, id]) => [
            basename(path),
            texts.get(id) ?? "",
          ]),
        ),
    );
    return { kind: "other", language: combineSchemas(schemas) };
  } catch {
    return { kind: "unknown" };
  }
}
