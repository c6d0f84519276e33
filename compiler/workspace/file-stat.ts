import { lstatSync, type Stats, statSync } from "node:fs";

/** What is at a path; undefined for nothing, and for a link that leads to itself. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (Object(error).code === "ELOOP") return undefined;
    throw error;
  }
}

/** Whether a link is at a path that leads nowhere. */
export function isDeadLink(path: string): boolean {
  return (
    lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true &&
    statOf(path) === undefined
  );
}

/** Whether the name of a file was read without loss: what is no UTF-8 comes as U+FFFD. */
export function isReadable(name: string): boolean {
  return !name.includes("\u{fffd}");
}
