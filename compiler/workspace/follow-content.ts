import { once } from "node:events";
import { join } from "node:path";
import { watch } from "chokidar";
import { type LiveContent, openContent } from "./live-content.ts";

/** How often the disk itself is looked at beside the watcher, in milliseconds. */
const LOOK_MS = 1_000;

/** A file that may not be read is told of when it is read, and is watched from its folder. */
const WATCHED = { ignoreInitial: true, ignorePermissionErrors: true };

/**
 * Watches a content root and `others`. Each change is told by its event as chokidar calls it and its path; one that the
 * watcher has missed as a `change`. Yields the content and the end of it.
 */
export async function followContent(
  content: string,
  others: readonly string[],
  told: (event: string, path: string) => void,
): Promise<{ readonly live: LiveContent; stop(): Promise<void> }> {
  const watcher = watch([content, ...others], WATCHED);
  // What is read from here on is watched already: no change falls between the two.
  await once(watcher, "ready");
  const live = openContent(content);
  watcher.on("all", told);
  const looking = setInterval(() => {
    for (const name of live.look()) told("change", join(content, name));
  }, LOOK_MS);
  return {
    live,
    stop: () => {
      clearInterval(looking);
      return watcher.close();
    },
  };
}
