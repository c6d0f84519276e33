import type { Checkout } from "../checkout.mjs";
import { checkFromKept } from "../parallel/cached-check.ts";
import { createChecker } from "../parallel/check-files.ts";
import { type Form, print } from "../report/print.ts";
import { followContent } from "../workspace/follow-content.ts";
import { readWhatIsAllowed } from "../workspace/live-content.ts";
import { oneAtATime } from "../workspace/one-at-a-time.ts";
import { createQuiet } from "../workspace/quiet.ts";

/**
 * For so long nothing has to have changed, in milliseconds, before what has is read: many files that change at once are
 * one check. It is longer than the watcher keeps further changes of a file to itself after it has told of one (50): what
 * is read in between may not be what was saved last.
 */
const QUIET_MS = 60;

/**
 * Checks again on every change of a file or a picture, until interrupted. Only what changed is read, parsed and linked
 * anew; the first check starts from what was kept in the folder `cache`, unless that is null.
 */
export async function watchCheck(
  content: string,
  form: Form,
  checkout: Checkout,
  cache: string | null,
): Promise<number> {
  const check = createChecker(checkout.root, form.prefix);
  let isFirst = true;
  const quiet = createQuiet(QUIET_MS);
  const checkSoon = oneAtATime(async () => {
    await quiet.settled();
    const read = readWhatIsAllowed(live);
    if (read === null) return;
    const input = { ...read, prefix: form.prefix };
    const diagnostics =
      isFirst && cache !== null
        ? await checkFromKept(check, input, checkout, cache)
        : await check(input);
    isFirst = false;
    print({ files: read.files.length, diagnostics }, read.files, form);
  });
  const { live, stop } = await followContent(content, [], (event, path) => {
    live.changed(event, path);
    quiet.disturb();
    checkSoon();
  });
  checkSoon();
  return new Promise((resolve) => {
    process.once("SIGINT", () => void stop().then(() => resolve(0)));
  });
}
