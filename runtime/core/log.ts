/**
 * Logs carry what happened and the kind of error, never its message: the message of a JSON error
 * quotes the text, and that may hold an email.
 */
export function logError(what: string, error?: unknown): void {
  console.error(...line(what, error));
}

/** As `logError`, for what the visitor does not notice. */
export function logWarning(what: string, error?: unknown): void {
  console.warn(...line(what, error));
}

/** What is worth knowing and nothing is wrong with. */
export function logInfo(what: string): void {
  console.info(what);
}

function line(what: string, error: unknown): readonly string[] {
  return error === undefined ? [what] : [what, kindOf(error)];
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const status =
    "status" in error && typeof error.status === "number"
      ? ` ${error.status}`
      : "";
  return error.name + status;
}
