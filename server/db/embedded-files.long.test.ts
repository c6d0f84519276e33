import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { openDatabase } from "./open.ts";

const folder = mkdtempSync(join(tmpdir(), "embedded-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

const open = () => openDatabase({ databaseUrl: null, dataDir: folder });

test(
  "a process killed while it makes the files leaves none that the next one takes for a database",
  { timeout: 300_000 },
  async () => {
    expect(await openAndDie()).toBe("SIGKILL");
    expect(existsSync(join(folder, "lock"))).toBe(true);

    const { db, close } = await open();
    expect(await db.selectFrom("contacts").selectAll().execute()).toEqual([]);
    await close();
    expect(readdirSync(folder)).toEqual(["pglite"]);
  },
);

test(
  "files that are damaged are told in a sentence, and the folder is given back",
  { timeout: 300_000 },
  async () => {
    truncateSync(join(folder, "pglite/global/pg_control"), 10);
    const refusal = await open().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(`database in ${folder} cannot be read`),
    });
    expect(readdirSync(folder)).toEqual(["pglite"]);
  },
);

/** Opens the database in a process that dies when it has written the file by which PGlite knows a database. */
async function openAndDie(): Promise<unknown> {
  const module = new URL("./open.ts", import.meta.url);
  const code = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const { openSync, closeSync } = fs;
    let last = -1;
    fs.openSync = (path, ...rest) => {
      const file = openSync(path, ...rest);
      if (/pglite(\\.new)?\\/PG_VERSION$/.test(path)) last = file;
      return file;
    };
    fs.closeSync = (file) => {
      closeSync(file);
      if (file === last) process.kill(process.pid, "SIGKILL");
    };
    syncBuiltinESMExports();
    const { openDatabase } = await import(${JSON.stringify(module.pathname)});
    await openDatabase({ databaseUrl: null, dataDir: ${JSON.stringify(folder)} });
    process.exit(0);`;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", code],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const [, signal] = await once(child, "exit");
  return signal;
}
