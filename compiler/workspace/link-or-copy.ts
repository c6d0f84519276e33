import { copyFileSync, linkSync } from "node:fs";

/** The same file at another place; a copy of it where the disk has no links, or the place is on another disk. */
export function linkOrCopy(file: string, place: string): void {
  try {
    linkSync(file, place);
  } catch {
    copyFileSync(file, place);
  }
}
