import { readFileSync } from "node:fs";
import { join } from "node:path";
import { judgeShare, type Judged, type Share } from "./share.ts";

/** What another thread does of a check; it reads the files it takes itself. */
export function judgeOnThread(share: Share): readonly Judged[] {
  const read = (name: string) =>
    readFileSync(join(share.contentDir, name), "utf8");
  return judgeShare(share, read).judged;
}
