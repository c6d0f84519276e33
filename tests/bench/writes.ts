import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { insertSession } from "../../server/db/sessions.ts";
import {
  type Assignment,
  keepConfiguration,
  recordExposure,
} from "../../server/db/experiments.ts";
import type { Database } from "../../server/db/tables.ts";
import { expectEqual, inParallel, scaled } from "./api/load.ts";
import { postgresStore } from "./api/process.ts";

/** Visitors who are answered at the same time, over ten connections. */
const LANES = 50;
const BATCH = 100;
const DAY_MS = 86_400_000;

/**
 * What a PostgreSQL that waits for the disk takes of what visitors cause, as rows a second, without a server around it:
 * as the server writes it, and a hundred rows by one statement.
 */
export async function benchWrites(): Promise<void> {
  const store = await postgresStore();
  if (store === null) return;
  const { db, close } = await store.open();
  console.log(`  ${store.name}, ${LANES} at a time`);
  const sessions = scaled(5_000);
  await keepConfiguration(db, {
    configuration_id: "bench",
    brand: "calm",
    variable_block: "bench",
    variants: [{ component: "a", weight: 1 }],
    first_used_at: new Date(),
  });
  await measure("new sessions (two rows each)", sessions, 1, () => visit(db));
  await measure(`new sessions, ${BATCH} at once`, sessions * 4, BATCH, () =>
    visitTogether(db),
  );
  const visitors = await db
    .selectFrom("visitors")
    .select("visitor_id")
    .execute();
  const unseen = visitors.map(({ visitor_id }) => visitor_id);
  await measure("exposures, one by a statement", sessions, 1, () =>
    expose(db, unseen.splice(0, 1)),
  );
  await measure("exposures, as the server writes them", sessions, 1, () =>
    Promise.all(
      exposuresOf(unseen.splice(0, 1)).map((one) => recordExposure(db, one)),
    ),
  );
  await measure(`exposures, ${BATCH} at once`, sessions * 3, BATCH, () =>
    expose(db, unseen.splice(0, BATCH)),
  );
  const { rows } = await sql<{ sessions: string; exposures: string }>`
    select (select count(*) from sessions) as sessions,
      (select count(*) from ab_assignments) as exposures`.execute(db);
  const expected = sessions + Math.ceil((sessions * 4) / BATCH) * BATCH;
  expectEqual("sessions stored", Number(rows[0]?.sessions), expected);
  expectEqual("exposures stored", Number(rows[0]?.exposures), expected);
  const bytes = await sql<{ session: number; exposure: number }>`
    select (pg_total_relation_size('sessions') + pg_total_relation_size('visitors')) / ${expected}::int as session,
      pg_total_relation_size('ab_assignments') / ${expected}::int as exposure`.execute(
    db,
  );
  console.log(
    `  bytes with their indexes: ${bytes.rows[0]?.session} a new visitor's session, ${bytes.rows[0]?.exposure} an exposure`,
  );
  await close();
  await store.remove();
}

async function measure(
  what: string,
  rows: number,
  batch: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const begun = performance.now();
  const statements = Array.from({ length: Math.ceil(rows / batch) });
  await inParallel(statements, LANES, async () => void (await work()));
  const seconds = (performance.now() - begun) / 1_000;
  console.log(
    `  ${what}: ${Math.round((statements.length * batch) / seconds)} a second`,
  );
}

function visit(db: Database) {
  const now = new Date();
  return insertSession(db, {
    sessionId: randomUUID(),
    visitorId: randomUUID(),
    deviceId: randomUUID(),
    brand: "calm",
    now,
    expiresAt: new Date(now.getTime() + 3 * DAY_MS),
  });
}

/** Of devices that are all new, in one transaction. */
function visitTogether(db: Database) {
  const now = new Date();
  const expires_at = new Date(now.getTime() + 3 * DAY_MS);
  const visitors = Array.from({ length: BATCH }, () => ({
    visitor_id: randomUUID(),
    device_id: randomUUID(),
    brand: "calm",
    created_at: now,
    seen_at: now,
  }));
  const sessions = visitors.map(({ visitor_id, brand }) => ({
    session_id: randomUUID(),
    visitor_id,
    brand,
    is_new_visitor: true,
    created_at: now,
    expires_at,
  }));
  return db.transaction().execute(async (trx) => {
    await trx.insertInto("visitors").values(visitors).execute();
    await trx.insertInto("sessions").values(sessions).execute();
  });
}

function expose(db: Database, visitors: readonly string[]) {
  return db
    .insertInto("ab_assignments")
    .values(exposuresOf(visitors))
    .execute();
}

function exposuresOf(visitors: readonly string[]): Assignment[] {
  const now = new Date();
  return visitors.map((visitor_id) => ({
    brand: "calm",
    variable_block: "bench",
    visitor_id,
    configuration_id: "bench",
    component: "a",
    source: "server",
    mixed: false,
    assigned_at: now,
    exposed_at: now,
  }));
}
