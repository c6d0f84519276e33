import { randomUUID } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { discard } from "./atomic-write.ts";

/**
 * Gives a file another text; false where it no longer says `before`. Whoever reads it meanwhile, or after the process was
 * killed, sees the one text or the other as a whole. What a link leads to is changed, and the link stays.
 */
export function replaceFile(
  path: string,
  before: string,
  after: string,
): boolean {
  if (!existsSync(path)) return false;
  const file = realpathSync(path);
  // To be moved over, a file need not be writable itself.
  accessSync(file, constants.W_OK);
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(unfinished, after);
    chmodSync(unfinished, statSync(file).mode);
    if (readFileSync(file, "utf8") !== before) return false;
    renameSync(unfinished, file);
    return true;
  } finally {
    discard(unfinished);
  }
}
