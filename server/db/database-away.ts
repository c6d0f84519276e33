import { errorCode } from "../refusal.ts";

/** The database cannot be asked now: not reached, stopping, full, or silent. What was asked may have been done or not. */
export class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";
  readonly code: string;

  constructor(cause: unknown) {
    super("the database does not answer", { cause });
    this.code = errorCode(cause) ?? "no answer";
  }
}

/** Whether a database is away for more than one statement: after one that took too long, the next one may be quicker. */
export function isAwayForAll(error: unknown): boolean {
  return error instanceof DatabaseAway && error.code !== TOO_SLOW;
}

/** A statement was stopped because it took too long. */
const TOO_SLOW = "57014";

/** What a database that is away, or its driver, says of that, as `DatabaseAway`. */
export async function orDatabaseAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isAway(error) ? new DatabaseAway(error) : error;
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html, and what Node and the driver say. */
function isAway(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== null)
    return (
      code === TOO_SLOW ||
      // Connection, resources, operators, a standby that has not taken over.
      /^(08...|53...|57P..|58...|25006)$/.test(code) ||
      /^(E(CONN\w+|TIMEDOUT|PIPE|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH))$/.test(
        code,
      )
    );
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed))/.test(
      error.message,
    )
  );
}
