import { existsSync, openAsBlob, rmdirSync, rmSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { Refusal } from "../refusal.ts";
import { DURABLE_PARAMETERS, DurableFolder } from "./durable-fs.ts";
import { filesIn, syncTree } from "./embedded-files.ts";
import { lockFolder } from "./lock.ts";
import type { EmbeddedThread } from "./pglite-thread.ts";
import type { Database } from "./tables.ts";

/** A database as it is at one moment, while it runs: a packed archive of its files. null where it has tools of its own. */
export type Backup = (() => Promise<Blob>) | null;

/** Nobody else asks the database anything until its files are read: what was answered before is in them, whole. */
export function backupOf(
  db: Database,
  thread: Pick<EmbeddedThread, "dump">,
): Promise<Blob> {
  return db.connection().execute(async (connection) => {
    await sql`checkpoint`.execute(connection);
    return thread.dump();
  });
}

/** A backup that was written before. Throws a `Refusal` where there is no such file, or it may not be read. */
export async function openBackup(file: string): Promise<Blob> {
  // Node 20 throws at once, before there is a promise.
  try {
    return await openAsBlob(file);
  } catch {
    throw new Refusal(`${file} cannot be read: name the file of a backup.`);
  }
}

/**
 * Makes the embedded database of a data folder from a backup. It is opened and asked before it is put into its place.
 * Throws a `Refusal` where there is a database already, a server runs, or the file is no backup, and leaves nothing
 * behind. Returns the number of migrations that it holds.
 */
export async function restoreBackup(
  backup: Blob,
  folder: string,
): Promise<number> {
  const made = await mkdir(folder, { recursive: true });
  const unlock = lockFolder(folder);
  const files = filesIn(folder);
  const draft = `${files}.restored`;
  try {
    if (existsSync(files))
      throw new Refusal(
        `There is a database in ${folder} already: move ${files} away first, or restore into another folder by DATA_DIR.`,
      );
    rmSync(draft, { recursive: true, force: true });
    const migrations = await unpack(backup, draft).catch((error: unknown) => {
      throw new Refusal(
        `This is not a backup that can be read (${error instanceof Error ? error.message : "unknown fault"}): it has to be a file that funnels backup wrote.`,
      );
    });
    await syncTree(draft);
    await rename(draft, files);
    await syncTree(folder);
    return migrations;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    unlock();
    if (made !== undefined) removeEmpty(folder, made);
  }
}

/** Removes a folder and those above it, up to the topmost that was made for it, where nothing is in them. */
function removeEmpty(folder: string, topmost: string): void {
  try {
    for (let at = resolve(folder); ; at = dirname(at)) {
      rmdirSync(at);
      if (at === resolve(topmost)) return;
    }
  } catch {
    // Something is in it: what was restored, or another program's.
  }
}

async function unpack(backup: Blob, draft: string): Promise<number> {
  const client = new PGlite({
    fs: new DurableFolder(draft),
    loadDataDir: backup,
    startParams: DURABLE_PARAMETERS,
  });
  await client.waitReady;
  try {
    const { rows } = await client.query("select name from kysely_migration");
    return rows.length;
  } finally {
    await client.close();
  }
}
