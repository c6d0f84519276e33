import { once } from "node:events";
import { watch } from "chokidar";
import { readContent, rereadFile } from "../workspace/content.ts";
import { loadCompiler, print, type CheckOptions } from "./check.ts";

/** Checks again on every change, until interrupted. Only what changed is read, parsed and linked anew. */
export async function watchCheck(options: CheckOptions): Promise<number> {
  const { content } = options;
  let compile = await loadCompiler(content, "check");
  const watcher = watch(content, { ignoreInitial: true });
  // What is read from here on is watched already: no change falls between the two.
  await once(watcher, "ready");
  let files = readContent(content);
  const check = () => print(compile(files), files, options);
  watcher.on("all", async (event, path) => {
    const isYaml = path.endsWith(".yaml");
    files =
      isYaml && event === "change"
        ? rereadFile(files, content, path)
        : readContent(content);
    // A new picture can answer a finding of any file: the compiler forgets what it knew.
    if (!isYaml) compile = await loadCompiler(content, "check");
    check();
  });
  check();
  return new Promise((resolve) => {
    process.once("SIGINT", () => void watcher.close().then(() => resolve(0)));
  });
}
