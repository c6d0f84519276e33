import { lstatSync, readdirSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes a folder with all that is in it, or a file, if it is there. Node's own way tries to remove each folder before
 * it looks into it, and asks what each file is: for the thousands of folders of a build that is half of the time.
 */
export function removeTree(path: string): void {
  try {
    if (lstatSync(path).isDirectory()) removeFolder(path);
    else unlinkSync(path);
  } catch {
    // Gone meanwhile, or in use: Node's way knows what to do about it.
    rmSync(path, { recursive: true, force: true });
  }
}

function removeFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeFolder(path);
    else unlinkSync(path);
  }
  rmdirSync(folder);
}
