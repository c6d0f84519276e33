import { randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";
import { openDatabase } from "./db/open.ts";
import type { Database } from "./db/tables.ts";

/** An empty embedded database costs seconds to make, and nothing to copy. */
const TEMPLATE = "node_modules/.cache/pglite-empty";

/** A fresh database: one of its own on the PostgreSQL at TEST_DATABASE_URL, else an embedded one. */
export function openTestDatabase(): Promise<{
  readonly db: Database;
  /** Where it can be opened once more; empty for an embedded one. */
  readonly url: string;
  readonly close: () => Promise<void>;
}> {
  const url = process.env["TEST_DATABASE_URL"] ?? "";
  return url === "" ? openCopy() : openOnServer(url);
}

async function openCopy() {
  const dataDir = mkdtempSync(join(tmpdir(), "server-test-"));
  await provideTemplate();
  cpSync(TEMPLATE, join(dataDir, "pglite"), { recursive: true });
  const { db, close } = await openDatabase({
    databaseUrl: null,
    dataDir,
    durable: false,
  });
  return {
    db,
    url: "",
    close: async () => {
      await close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Made aside and moved into place, because several test files may come here at once. */
async function provideTemplate(): Promise<void> {
  if (existsSync(TEMPLATE)) return;
  const draft = `${TEMPLATE}.${randomUUID()}`;
  mkdirSync(draft, { recursive: true });
  const client = await PGlite.create(draft);
  await client.close();
  try {
    renameSync(draft, TEMPLATE);
  } catch {
    rmSync(draft, { recursive: true });
  }
}

async function openOnServer(url: string) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await run(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const { db, close } = await openDatabase({
    databaseUrl: own.href,
    dataDir: "",
  });
  return {
    db,
    url: own.href,
    close: async () => {
      await close();
      await run(url, `drop database ${name}`);
    },
  };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
