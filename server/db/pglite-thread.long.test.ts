import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorCode } from "../refusal.ts";
import { openDatabase } from "./open.ts";

const folder = mkdtempSync(join(tmpdir(), "pglite-thread-"));
let opened: Awaited<ReturnType<typeof openDatabase>>;
let here: PGlite;
beforeAll(async () => {
  opened = await openDatabase({ databaseUrl: null, dataDir: folder });
  here = await PGlite.create();
});
afterAll(async () => {
  await Promise.all([opened.close(), here.close()]);
  rmSync(folder, { recursive: true });
});

const there = async (sql: string, parameters: readonly unknown[]) =>
  (await opened.db.executeQuery(CompiledQuery.raw(sql, [...parameters]))).rows;

test.each<[string, readonly unknown[]]>([
  ["select 1 as one, null as nothing, true as yes, 1.5::float8 as half", []],
  ["select $1::timestamptz as at", [new Date("2030-01-02T03:04:05.678Z")]],
  ["select $1::bytea as bytes", [Buffer.from([0, 1, 255])]],
  ["select $1::jsonb as json, $2::text[] as list", ['{"a":[1]}', ["a", "b"]]],
  ["select 9007199254740993::int8 as large, 12.50::numeric as money", []],
  ["select 1 where false", []],
])("%s answers as in this thread", async (sql, parameters) => {
  const { rows } = await here.query(sql, [...parameters]);
  expect(await there(sql, parameters)).toEqual(rows);
});

test("what the database refuses is told by the same code and words", async () => {
  for (const sql of ["select 1/0", "selec", "select $1::int"]) {
    const [own, other] = await Promise.all(
      [here.query(sql, ["x"]), there(sql, ["x"])].map((answer) =>
        answer.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    );
    expect(errorCode(other)).toMatch(/^[0-9A-Z]{5}$/);
    expect(errorCode(other)).toBe(errorCode(own));
    expect(String(other)).toBe(String(own));
  }
});

test("many are answered in the order in which they were asked", async () => {
  const numbers = Array.from({ length: 50 }, (_, n) => n);
  const rows = await Promise.all(
    numbers.map((n) => there("select $1::int as n", [n])),
  );
  expect(rows).toEqual(numbers.map((n) => [{ n }]));
});
