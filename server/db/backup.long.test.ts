import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { restoreBackup } from "./backup.ts";
import { migrations } from "./migrations.ts";
import { openDatabase } from "./open.ts";
import type { Database } from "./tables.ts";

const folder = mkdtempSync(join(tmpdir(), "funnels-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const open = (name: string) =>
  openDatabase({ databaseUrl: null, dataDir: at(name) });

/** Twice the same number in one transaction, so that half of one would be seen. */
function writePair(db: Database, n: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`insert into pairs values (${n}, 'first')`.execute(trx);
    await sql`insert into pairs values (${n}, 'second')`.execute(trx);
  });
}

test("a machine is lost: the backup that was made while it worked has all that was answered before, and nothing in halves", async () => {
  const first = await open("first");
  await sql`create table pairs (n int, side text)`.execute(first.db);
  let answered = 0;
  const over = new AbortController();
  const writing = (async () => {
    for (let n = 1; !over.signal.aborted; n += 1) {
      await writePair(first.db, n);
      answered = n;
      // The database answers without a pause; others want their turn.
      await new Promise((done) => void setImmediate(done));
    }
  })();
  await expect.poll(() => answered).toBeGreaterThan(20);
  const before = answered;
  const blob = await first.backup?.();
  await expect.poll(() => answered).toBeGreaterThan(before + 20);
  over.abort();
  await writing;
  await first.close();
  if (blob === undefined) throw new Error("no backup was made");
  const file = at("backup.tar.gz");
  writeFileSync(file, new Uint8Array(await blob.arrayBuffer()));
  rmSync(at("first"), { recursive: true });

  expect(await restoreBackup(await openAsBlob(file), at("second"))).toBe(
    Object.keys(migrations).length,
  );
  const second = await open("second");
  const { rows } = await sql<{ n: number; sides: number }>`
    select n, count(*)::int as sides from pairs group by n order by n`.execute(
    second.db,
  );
  expect(rows.every(({ sides }) => sides === 2)).toBe(true);
  expect(rows.map(({ n }) => n)).toEqual(rows.map((_, at) => at + 1));
  expect(rows.length).toBeGreaterThanOrEqual(before);
  expect(rows.length).toBeLessThan(answered);
  await writePair(second.db, 1_000_000);

  // It is in use now, and would be overwritten.
  await expect(
    restoreBackup(await openAsBlob(file), at("second")),
  ).rejects.toThrow(Refusal);
  await second.close();
  await expect(
    restoreBackup(await openAsBlob(file), at("second")),
  ).rejects.toThrow(/already/);
});

test("what is no backup is refused, and leaves nothing behind", async () => {
  await expect(
    restoreBackup(new Blob(["no archive"]), at("third")),
  ).rejects.toThrow(Refusal);
  const third = await open("third");
  expect(await third.backup?.()).toBeInstanceOf(Blob);
  await third.close();
});
