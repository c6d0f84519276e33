/** One line of the log. Values must not hold personal data: no query, no email, no name, no body. */
interface LogEntry {
  readonly level: "info" | "error";
  readonly message: string;
  readonly [field: string]: string | number | null;
}
export type Log = (entry: LogEntry) => void;

/** Writes each entry as one line of JSON with its time. */
export function jsonLog(write: (line: string) => void, now: () => Date): Log {
  return (entry) =>
    write(`${JSON.stringify({ time: now().toISOString(), ...entry })}\n`);
}

export const silentLog: Log = () => {};

/**
 * An error as the log may keep it: its name, message and first frame. A database error only by its code, because its
 * message can quote values.
 */
export function describeError(
  error: unknown,
): Record<"error" | "at", string | null> {
  if (!(error instanceof Error)) return { error: typeof error, at: null };
  const at =
    error.stack
      ?.split("\n")
      .find((line) => line.includes("/server/"))
      ?.trim() ?? null;
  const code = "code" in error ? String(error.code) : null;
  return {
    error:
      code === null
        ? `${error.name}: ${error.message}`
        : `${error.name} ${code}`,
    at,
  };
}
