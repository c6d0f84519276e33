import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { PooledAdapter } from "./adapter.ts";
import { orDatabaseAway } from "./database-away.ts";

export interface Rows<R> {
  readonly rows: R[];
  readonly affectedRows?: number;
}

/** The embedded database as it is used: PGlite itself, or one in another thread. */
export interface EmbeddedClient {
  readonly waitReady: Promise<void>;
  query<R>(sql: string, parameters?: unknown[]): Promise<Rows<R>>;
  exec(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

/** PostgreSQL in this process. It has one connection, which its users take in turns. */
export function pgliteDialect(client: EmbeddedClient): Dialect {
  return {
    createAdapter: () => new PooledAdapter(),
    createDriver: () => createDriver(client),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

const nothing = () => {};

/** Whether a text is a whole transaction: several statements, which are not taken as one query, and answer nothing. */
export function isTransaction(sql: string): boolean {
  return /^\s*begin;/i.test(sql);
}

function createDriver(client: EmbeddedClient): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) => {
      if (isTransaction(query.sql)) {
        await orDatabaseAway(client.exec(query.sql));
        return { rows: [] };
      }
      const asked = client.query<R>(query.sql, [...query.parameters]);
      const result = await orDatabaseAway(asked);
      return {
        rows: result.rows,
        numAffectedRows: BigInt(result.affectedRows ?? 0),
      };
    },
    streamQuery: () => {
      throw new Error("The embedded database does not stream.");
    },
  };
  const say = (sql: string) => async () => {
    await orDatabaseAway(client.query(sql));
  };
  // Without turns, a query of one request would run inside the transaction of another.
  let last: Promise<void> = Promise.resolve();
  let endTurn = nothing;

  return {
    init: () => client.waitReady,
    acquireConnection: async () => {
      const before = last;
      let end = nothing;
      last = new Promise((resolve) => {
        end = resolve;
      });
      await before;
      endTurn = end;
      return connection;
    },
    releaseConnection: async () => endTurn(),
    beginTransaction: say("begin"),
    commitTransaction: say("commit"),
    rollbackTransaction: say("rollback"),
    destroy: () => client.close(),
  };
}
