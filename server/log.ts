/** One line of the log. Values must not hold personal data: no query, no email, no name, no body. */
interface LogEntry {
  readonly level: "info" | "error";
  readonly message: string;
  readonly [field: string]: string | number | null;
}
export type Log = (entry: LogEntry) => void;

/** Writes each entry as one line of JSON with its time. */
export function jsonLog(write: (line: string) => void, now: () => Date): Log {
  let ms = Number.NaN;
  let time = "";
  return (entry) => {
    const at = now();
    if (at.getTime() !== ms) {
      ms = at.getTime();
      time = at.toISOString();
    }
    write(`{"time":"${time}",${JSON.stringify(entry).slice(1)}\n`);
  };
}

/**
 * Hands texts on together, in order: once in a turn of the event loop, in which many requests may be answered. `flush`
 * hands on at once what there is; whoever ends the process calls it.
 */
export function gathered(write: (text: string) => void): {
  write(text: string): void;
  flush(): void;
} {
  let waiting = "";
  const flush = () => {
    const text = waiting;
    waiting = "";
    if (text !== "") write(text);
  };
  return {
    flush,
    write: (text) => {
      if (waiting === "") setImmediate(flush);
      waiting += text;
    },
  };
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
