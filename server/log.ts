/** One line of the log. Values must not hold personal data: no query, no email, no name, no body. */
interface LogEntry {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly [field: string]: string | number | null;
}
export interface Log {
  (entry: LogEntry): void;
  /** Writes entries that are alike but for these two; where it is missing, they are entries as all others. */
  readonly alike?: (entry: LogEntry) => (ms: number, request: string) => void;
}

/** Writes each entry as one line of JSON with its time. */
export function jsonLog(write: (line: string) => void, now: () => Date): Log {
  let ms = Number.NaN;
  let start = "";
  const startOf = (at: number) => {
    if (at !== ms) {
      ms = at;
      start = `{"time":"${new Date(at).toISOString()}",`;
    }
    return start;
  };
  const log = (entry: LogEntry) =>
    write(`${startOf(now().getTime())}${JSON.stringify(entry).slice(1)}\n`);
  const alike: NonNullable<Log["alike"]> = (entry) => {
    const fields = JSON.stringify(entry).slice(1, -1);
    return (taken, request) =>
      write(
        `${startOf(now().getTime())}${fields},"ms":${taken},"request":"${request}"}\n`,
      );
  };
  return Object.assign(log, { alike });
}

/** Lines wait for so many others, in characters, or so long, in milliseconds: each write costs as much as a page. */
const GATHERED = 16_384;
const GATHERED_MS = 10;

/**
 * Hands texts on together, in order. `flush` hands on at once what there is; whoever ends the process calls it.
 */
export function gathered(write: (text: string) => void): {
  write(text: string): void;
  flush(): void;
} {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = "";
    if (text !== "") write(text);
  };
  return {
    flush,
    write: (text) => {
      waiting += text;
      if (waiting.length >= GATHERED) flush();
      else timer ??= setTimeout(flush, GATHERED_MS);
    },
  };
}

export const silentLog: Log = () => {};

/**
 * An error as the log may keep it: its name, message and first frame. A database error only by its code, because its
 * message can quote values.
 */
export function describeError(error: unknown): {
  readonly error: string;
  readonly at: string | null;
} {
  if (!(error instanceof Error)) return { error: typeof error, at: null };
  const at =
    error.stack
      ?.split("\n")
      .find((line) => line.includes("/server/"))
      ?.trim() ?? null;
  const { code } = Object(error);
  const isCode = typeof code === "string" || typeof code === "number";
  return {
    error: isCode ? `${error.name} ${code}` : `${error.name}: ${error.message}`,
    at,
  };
}
