import { watch } from "chokidar";
import { readContent } from "../content.ts";
import { loadCompiler, print, type CheckOptions } from "./check.ts";

/** Checks again on every change, until interrupted. Only what changed is parsed and linked anew. */
export async function watchCheck(options: CheckOptions): Promise<number> {
  let compile = await loadCompiler(options.content, "check");
  const check = () => {
    const files = readContent(options.content);
    print(compile(files), files, options);
  };
  check();
  const watcher = watch(options.content, { ignoreInitial: true });
  watcher.on("all", async (_event, path) => {
    // A new picture can answer a finding of any file: the compiler forgets what it knew.
    if (!path.endsWith(".yaml"))
      compile = await loadCompiler(options.content, "check");
    check();
  });
  return new Promise((resolve) => {
    process.once("SIGINT", () => void watcher.close().then(() => resolve(0)));
  });
}
