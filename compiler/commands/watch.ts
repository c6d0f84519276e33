import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { watch } from "chokidar";
import type { Checkout } from "../checkout.mjs";
import { createCompiler } from "../compile.ts";
import type { ContentFile } from "../parse/file-name.ts";
import { type Form, print } from "../report/print.ts";
import { oneAtATime } from "../workspace/one-at-a-time.ts";
import {
  readAssetNames,
  readContent,
  rereadFile,
} from "../workspace/content.ts";
import { checkEnvironment } from "../workspace/environment.ts";

/**
 * Longer than the watcher drops further changes of a file after it has told of one, in milliseconds: an editor empties
 * a file before it writes it, and what is read in between is not what was saved.
 */
const SETTLED_MS = 10;

/** Checks again on every change, until interrupted. Only what changed is read, parsed and linked anew. */
export async function watchCheck(
  content: string,
  form: Form,
  { root }: Checkout,
): Promise<number> {
  const load = () =>
    createCompiler(
      checkEnvironment(
        root,
        form.prefix,
        (brand) => readAssetNames(content).get(brand) ?? [],
      ),
    );
  let compile = load();
  const watcher = watch(content, { ignoreInitial: true });
  // What is read from here on is watched already: no change falls between the two.
  await once(watcher, "ready");
  let files = readContent(content);
  let changes: Change[] = [];
  const check = oneAtATime(async () => {
    await wait(SETTLED_MS);
    const seen = changes;
    changes = [];
    const read = readChanges(files, content, seen);
    // Gone again since it was told of: the watcher tells of that next.
    if (read === null) return;
    files = read;
    // A new picture can answer a finding of any file: the compiler forgets what it knew.
    if (seen.some(({ path }) => !path.endsWith(".yaml"))) compile = load();
    print(compile(files), files, form);
  });
  watcher.on("all", (event, path) => {
    changes.push({ event, path });
    check();
  });
  check();
  return new Promise((resolve) => {
    process.once("SIGINT", () => void watcher.close().then(() => resolve(0)));
  });
}

interface Change {
  readonly event: string;
  readonly path: string;
}

/**
 * The content after these changes: the changed files are read again, or all when one came or went. Null when one of
 * them has gone meanwhile.
 */
function readChanges(
  files: readonly ContentFile[],
  content: string,
  changes: readonly Change[],
): ContentFile[] | null {
  const isEdit = ({ event, path }: Change) =>
    event === "change" && path.endsWith(".yaml");
  try {
    return changes.every(isEdit)
      ? changes.reduce<ContentFile[]>(
          (known, { path }) => rereadFile(known, content, path),
          [...files],
        )
      : readContent(content);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return null;
    throw error;
  }
}
