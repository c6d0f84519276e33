import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { isNew, openDatabase } from "./open.ts";

const folder = mkdtempSync(join(tmpdir(), "part-of-a-database-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a part of a database is no place for a new one, and stays as it is", async () => {
  const where = { databaseUrl: null, dataDir: folder };
  expect(isNew(where)).toBe(true);
  const tables = join(folder, "pglite/base");
  mkdirSync(tables, { recursive: true });
  writeFileSync(join(tables, "16384"), "rows");
  expect(isNew(where)).toBe(false);
  const refusal = await openDatabase(where).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({
    message: `The embedded database in ${folder} cannot be read (its PG_VERSION is missing): move ${folder}/pglite away, then make it from a backup (\`restore\`), put a copy of it back, or start with an empty one.`,
  });
  expect(readdirSync(folder, { recursive: true })).toEqual([
    "pglite",
    "pglite/base",
    "pglite/base/16384",
  ]);
});

test("a folder that cannot be looked into is refused by name, whoever asks", () => {
  const dataDir = mkdtempSync(join(folder, "another-"));
  writeFileSync(join(dataDir, "pglite"), "no folder");
  expect(() => isNew({ databaseUrl: null, dataDir })).toThrow(
    new Refusal(
      `${dataDir}/pglite cannot be read (ENOTDIR): give it to the user that the server runs as.`,
    ),
  );
});
