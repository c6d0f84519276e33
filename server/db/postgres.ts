import { type Dialect, PostgresDialect, type PostgresPool } from "kysely";
import { Pool, type PoolClient } from "pg";
import { PooledAdapter } from "./adapter.ts";
import { DatabaseAway, orDatabaseAway } from "./database-away.ts";

/** No statement of ours takes long; one that does is stuck, and holds others up. */
const STATEMENT_MS = 10_000;
const CONNECT_MS = 5_000;

/**
 * Connections to a PostgreSQL that come back by themselves when it does. Whatever is asked meanwhile throws
 * `DatabaseAway`.
 */
export function postgresPool(
  url: string,
  options: {
    readonly max?: number | undefined;
    readonly answerMs?: number | undefined;
    /** Whether each connection is told its limits when it is opened, which PgBouncer refuses. */
    readonly limits?: boolean | undefined;
  },
): PostgresPool {
  const { max = 10, answerMs = STATEMENT_MS + 2_000, limits = true } = options;
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: Math.min(CONNECT_MS, answerMs),
    ...(limits && {
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: STATEMENT_MS,
    }),
    // Of a server that says nothing at all, its own limits are not heard.
    query_timeout: answerMs,
    keepAlive: true,
  });
  // A lost connection is replaced, and whoever asked over it was told; unheard, it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  return {
    connect: async () => discardWhenAway(await orDatabaseAway(pool.connect())),
    end: () => pool.end(),
  };
}

/** A PostgreSQL that may lend a connection for each transaction. */
export function postgresDialect(pool: PostgresPool): Dialect {
  const dialect = new PostgresDialect({ pool });
  return {
    createAdapter: () => new PooledAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** Whether a pooler in between has refused the limits of a connection, as PgBouncer does where it is not told to ignore them. */
export function isLimitRefused(error: unknown): boolean {
  const { cause } = error instanceof DatabaseAway ? error : { cause: null };
  return (
    cause instanceof Error &&
    cause.message.startsWith("unsupported startup parameter")
  );
}

/** A connection that is not used again when its database was away: an answer could come that nobody waits for. */
function discardWhenAway(client: PoolClient): PoolClient {
  let isLost = false;
  const query = async (text: string, values: unknown[]) => {
    try {
      return await orDatabaseAway(client.query(text, values));
    } catch (error) {
      isLost ||= error instanceof DatabaseAway;
      throw error;
    }
  };
  const release = () => client.release(isLost);
  return new Proxy(client, {
    get: (target, name) => {
      if (name === "query") return query;
      return name === "release" ? release : Reflect.get(target, name);
    },
  });
}
