import { relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ContentFile } from "../parse/file-name.ts";
import { followContent } from "./follow-content.ts";
import { readWhatIsAllowed } from "./live-content.ts";
import { oneAtATime } from "./one-at-a-time.ts";

/** An editor empties a file before it writes it, and what is read in between is not what was saved; in milliseconds. */
const SETTLED_MS = 10;

/** The watcher drops further changes of a file for so long after it has told of one, in milliseconds. */
const DROPPED_MS = 50;

/** Beside content, editors leave files of their own while they save: they mean nothing. */
const IN_ASSETS = /^[^/\\]+[/\\]assets(?:[/\\]|$)/;

/** Told all files at the start and after each change; `isNewEnvironment` when a picture or one of the `others` has changed. */
type Take = (
  files: readonly ContentFile[],
  isNewEnvironment: boolean,
) => Promise<void>;

/**
 * Watches a content root and other folders that its meaning depends on, and has `take` work on one state of its files
 * after the other; `take` must not reject. Only what has changed is read again, and what says the same as before is no
 * change. Yields the end of it.
 */
export async function watchContent(
  content: string,
  others: readonly string[],
  take: Take,
): Promise<() => Promise<void>> {
  let changes: Change[] = [];
  let isTaken = false;
  const notify = async (change: Change, ms: number) => {
    await wait(ms, null, { ref: false });
    changes.push(change);
    if (isTaken) lookSoon();
  };
  const { live, stop } = await followContent(content, others, (event, path) => {
    const change = { event, path };
    void notify(change, SETTLED_MS);
    if (isEdit(change)) void notify(change, DROPPED_MS + SETTLED_MS);
  });
  let files: readonly ContentFile[] = live.read()?.files ?? [];
  const look = async () => {
    const seen = changes;
    changes = [];
    for (const { event, path } of seen) live.changed(event, path);
    // Gone again since it was told of: the watcher tells of that next.
    const read = readWhatIsAllowed(live);
    if (read === null) return;
    const isNewEnvironment = seen.some(
      ({ path }) =>
        others.some((other) => isBelow(other, path)) ||
        IN_ASSETS.test(relative(content, path)),
    );
    if (!isNewEnvironment && isSame(files, read.files)) return;
    files = read.files;
    await take(files, isNewEnvironment);
  };
  const lookSoon = oneAtATime(look);
  await take(files, false);
  isTaken = true;
  if (changes.length > 0) lookSoon();
  return stop;
}

interface Change {
  readonly event: string;
  readonly path: string;
}

function isEdit({ event, path }: Change): boolean {
  return event === "change" && path.endsWith(".yaml");
}

function isSame(
  before: readonly ContentFile[],
  after: readonly ContentFile[],
): boolean {
  return (
    before.length === after.length &&
    before.every((one, i) => {
      const other = after[i];
      return (
        one === other || (one.name === other?.name && one.text === other.text)
      );
    })
  );
}

function isBelow(folder: string, path: string): boolean {
  return !relative(folder, path).startsWith("..");
}
