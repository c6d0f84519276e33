import { WrongSchema } from "../schema/wrong-schema.ts";

const SAID: Readonly<Record<string, (path: string) => string>> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EBUSY: (path) =>
    `${path} cannot be moved or removed: it is in use, or a disk of its own. End what uses it, or mount the folder around it instead, and try again.`,
  EROFS: (path) =>
    `${path} cannot be written: its disk is read-only. Make it writable, and try again.`,
  ENOSPC: full,
  EDQUOT: full,
};
/** Refusals that only writing meets. */
const WRITING = new Set(["EROFS", "ENOSPC", "EDQUOT"]);

/** A variable of the environment says what nothing can be made of. */
export class WrongVariable extends Error {}

/** A file was saved while it was made use of: what was made is of neither what it held before nor of what it holds now. */
export class ChangedMeanwhile extends Error {
  constructor(name: string) {
    super(`${name} has changed while it was built: build again.`);
  }
}

/**
 * What to say where the system refuses to read or write a file, a variable or a schema is wrong, or a file was saved at
 * the wrong moment: nothing is wrong with the content, nor with the compiler. Null for any other error.
 */
export function systemRefusal(error: unknown): string | null {
  if (
    error instanceof WrongVariable ||
    error instanceof WrongSchema ||
    error instanceof ChangedMeanwhile
  )
    return error.message;
  const { code, path, dest } = Object(error);
  const say = error instanceof Error && typeof code === "string" && SAID[code];
  if (!say) return null;
  // Of two it names the one that is copied or moved, and then where to: only that one is written.
  const written = WRITING.has(code) ? (dest ?? path) : path;
  return say(typeof written === "string" ? written : "A file");
}

function notAllowed(path: string): string {
  return `${path} cannot be read or written: this user may not. Change its permissions, and try again.`;
}

/** The system does not say of every file where it lies. */
function full(path: string): string {
  return `${path} cannot be written: the disk is full. Make room, and try again.`;
}
