import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { openTestDatabase } from "../testing/database.ts";
import { migrate } from "./migrate.ts";
import { migrations, type Step, type Steps } from "./migrations.ts";
import type { Database } from "./tables.ts";

/** The last migration of the time when the version before did not have to run on the schema after. */
const LAST_FREE = "0015-promo-codes";
const names = Object.keys(migrations);

/** The statements of a migration, in small letters and one line each. */
async function statementsOf({ up }: Step): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      const text = query.sql.toLowerCase().replaceAll(/\s+/g, " ").trim();
      statements.push(text);
    },
  });
  await up(db);
  return statements;
}

/** What of a migration a version that does not know it may stumble over: things gone, and rows refused that it writes. */
function takenAway(statements: readonly string[]): string[] {
  const all = statements.join("; ");
  const isNew = (table: string) =>
    new RegExp(`create table (if not exists )?${table}\\b`).test(all);
  return statements.filter((text) => {
    const table =
      /^alter table (?:only )?(?:if exists )?"?(\w+)/.exec(text)?.[1] ??
      /^create unique index .*? on "?(\w+)/.exec(text)?.[1];
    if (table !== undefined && isNew(table)) return false;
    if (text.startsWith("create unique index")) return true;
    if (
      /\bdrop (table|column|view|type|schema)\b|\brename\b|^truncate|^delete/.test(
        text,
      )
    )
      return true;
    if (/\bset not null\b|\balter column \S+ (set data )?type\b/.test(text))
      return true;
    if (/\badd (primary key|unique|check|foreign key)/.test(text)) return true;
    // A check may be put in the place of a narrower one.
    const added = /\badd constraint "?(\w+)/.exec(text)?.[1];
    if (
      added !== undefined &&
      !new RegExp(`drop constraint (if exists )?"?${added}\\b`).test(all)
    )
      return true;
    return [...text.matchAll(/\badd column (.*?)(?=, add |$)/g)].some(
      ([, column = ""]) => /not null/.test(column) && !/default/.test(column),
    );
  });
}

describe("a migration only adds, so that the version before runs on", () => {
  test.each(names.filter((name) => name > LAST_FREE))("%s", async (name) => {
    const step = migrations[name] ?? { up: async () => {} };
    const taken = takenAway(await statementsOf(step));
    if (step.runsFrom === undefined) expect(taken).toEqual([]);
    else {
      // What is taken away is not used since an earlier migration, and something is taken away.
      expect(names).toContain(step.runsFrom);
      expect(step.runsFrom < name).toBe(true);
      expect(taken).not.toEqual([]);
    }
  });

  test.each<[boolean, string[]]>([
    [true, ["drop table a"]],
    [true, ["alter table a drop column b"]],
    [true, ["alter table a rename column b to c"]],
    [true, ["alter table a add column b text not null"]],
    [true, ["alter table a add column c text, add column b text not null"]],
    [true, ["alter table a alter column b set not null"]],
    [true, ["alter table a add constraint c check (b > 0)"]],
    [true, ["create unique index i on a (b)"]],
    [false, ["alter table a add column b text not null default ''"]],
    [false, ["alter table a alter column b drop not null"]],
    [
      false,
      [
        "alter table a drop constraint c",
        "alter table a add constraint c check (true)",
      ],
    ],
    [
      false,
      ["create table a (b text not null)", "create unique index i on a (b)"],
    ],
    [false, ["create index i on a (b)"]],
  ])("takes away (%s): %j", (isTaken, statements) => {
    expect(takenAway(statements).length > 0).toBe(isTaken);
  });
});

const present: Steps = migrations;
const added: Steps = {
  ...present,
  "9001-added": {
    up: async (db) => {
      await sql`alter table contacts add column nickname text not null default ''`.execute(
        db,
      );
    },
  },
};
const taken: Steps = {
  ...added,
  "9002-taken": {
    up: async (db) => {
      await sql`alter table contacts drop column nickname`.execute(db);
    },
    runsFrom: "9001-added",
  },
};
/** Of another branch, which is merged after 9001 has run somewhere. */
const late: Steps = {
  ...added,
  "9000-late": {
    up: async (db) => {
      await sql`create table late (id text)`.execute(db);
    },
  },
};

describe("versions over one database", () => {
  let db: Database;
  let close = async () => {};
  beforeAll(async () => {
    ({ db, close } = await openTestDatabase({ isReused: false }));
  });
  afterAll(() => close());

  /** What versions that know the table today do with it. */
  const write = (id: string) =>
    sql`insert into visitors (visitor_id, created_at) values (${id}::uuid, now())`.execute(
      db,
    );
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
  const executed = async () =>
    (
      await sql<{
        name: string;
      }>`select name from kysely_migration order by name`.execute(db)
    ).rows
      .map(({ name }) => name)
      .slice(names.length);

  test("the version before starts and writes on the schema after, and the one after goes on", async () => {
    await migrate(db, added);
    await migrate(db, present);
    await write(id(1));
    await migrate(db, added);
    expect(await executed()).toEqual(["9001-added"]);
  });

  test("at the same moment, too", async () => {
    await Promise.all(
      [present, late, present, late].map((known) => migrate(db, known)),
    );
    await write(id(2));
    expect(await executed()).toEqual(["9000-late", "9001-added"]);
  });

  test("one that cannot run on it any more says why, and what to start", async () => {
    await migrate(db, { ...late, ...taken });
    const refusal = await migrate(db, present).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      message: expect.stringMatching(
        new RegExp(
          `9001-added.* knows it up to ${names.at(-1)}.*start a version that knows 9001-added`,
        ),
      ),
    });
    // The one before that was only added to, and runs on.
    await migrate(db, added);
    await migrate(db, { ...late, ...taken });
  });

  test("what goes wrong is told as it is", async () => {
    const broken = {
      up: async () => Promise.reject(new Error("no such column")),
    };
    await expect(
      migrate(db, { ...late, ...taken, "9003-broken": broken }),
    ).rejects.toThrow("no such column");
  });
});
