const SAID: Readonly<Record<string, (path: string) => string>> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: (path) =>
    `${path} cannot be written: its disk is read-only. Make it writable, and try again.`,
  ENOSPC: full,
  EDQUOT: full,
};

/**
 * What to say where the system refuses to read or write a file: nothing is wrong with the content, nor with the
 * compiler. Null for any other error.
 */
export function systemRefusal(error: unknown): string | null {
  const { code, path } = Object(error);
  const say = error instanceof Error && typeof code === "string" && SAID[code];
  if (!say) return null;
  return say(typeof path === "string" ? path : "A file");
}

function notAllowed(path: string): string {
  return `${path} cannot be read or written: this user may not. Change its permissions, and try again.`;
}

/** The system does not say of every file where it lies. */
function full(path: string): string {
  return `${path} cannot be written: the disk is full. Make room, and try again.`;
}
