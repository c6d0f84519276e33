import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { errorCode, Refusal } from "../refusal.ts";

/**
 * Makes the files of an empty embedded database where there are none, and throws where there is a part of some. PGlite
 * copies them one by one, and takes the first of them for a whole database at the next start; so they are made aside
 * and moved into place when all are there and on the disk. Only the holder of the folder's lock may call this.
 */
export async function provideFiles(files: string): Promise<void> {
  const found = whatLies(files);
  if (found === "a database") return;
  if (found === "a part of one") throw new Error("its PG_VERSION is missing");
  const draft = `${files}.new`;
  rmSync(draft, { recursive: true, force: true });
  const client = await PGlite.create(draft);
  await client.close();
  await syncTree(draft);
  renameSync(draft, files);
  await syncOne(dirname(files));
}

/** Where an embedded database lies in the data folder. */
export function filesIn(dataDir: string): string {
  return join(dataDir, "pglite");
}

/** What there is at the place of an embedded database. A part of one may be all that is left of somebody's data. */
export function whatLies(
  files: string,
): "nothing" | "a database" | "a part of one" {
  if (existsSync(join(files, "PG_VERSION"))) return "a database";
  const isEmpty = !existsSync(files) || namesIn(files).length === 0;
  return isEmpty ? "nothing" : "a part of one";
}

/** Throws a `Refusal` where this user may not look: somebody else has restored it, or ran the server before. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new Refusal(
      `${folder} cannot be read (${errorCode(error) ?? "unknown fault"}): give it to the user that the server runs as.`,
    );
  }
}

/** Has all files below a folder, and their names, on the disk. */
export async function syncTree(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true }).map(String);
  await Promise.all(names.map((name) => syncOne(join(folder, name))));
  await syncOne(folder);
}

/** What is kept of a folder itself is its list of names. */
async function syncOne(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
