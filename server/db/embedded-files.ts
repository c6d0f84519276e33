import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";

/**
 * Makes the files of an empty embedded database where there are none. PGlite copies them one by one, and takes the
 * first of them for a whole database at the next start; so they are made aside and moved into place when all are
 * there, on the disk too with `durable`. Only the holder of the folder's lock may call this.
 */
export async function provideFiles(
  files: string,
  durable: boolean,
): Promise<void> {
  if (existsSync(join(files, "PG_VERSION"))) return;
  const draft = `${files}.new`;
  rmSync(draft, { recursive: true, force: true });
  const client = await PGlite.create(draft);
  await client.close();
  if (durable) syncTree(draft);
  renameSync(draft, files);
  if (durable) syncOne(dirname(files));
}

function syncTree(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true }))
    syncOne(join(folder, String(name)));
  syncOne(folder);
}

/** A folder's own entry is its list of names. */
function syncOne(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
