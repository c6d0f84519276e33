import { PostgresAdapter } from "kysely";

/**
 * PostgreSQL whose migrations take their lock inside their transaction (`migrate`). Kysely's own lock belongs to a
 * connection: behind a pooler that lends one for each transaction it would be taken on one and given back on another, and
 * the next process would wait for it for ever.
 */
export class PooledAdapter extends PostgresAdapter {
  override acquireMigrationLock = async () => {};
  override releaseMigrationLock = async () => {};
}
