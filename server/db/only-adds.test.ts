import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { describe, expect, test } from "vitest";
import { migrations, type Step } from "./migrations.ts";

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

/** Of these no row that something may refer to is deleted by any version: an order goes before it is shown to anybody. */
const KEPT = ["checkouts"];

/** `add a int, add check (b in (1, 2))` in two: by the commas outside of brackets. */
function partsOf(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

/** Whether a text of a migration keeps a version that does not know it from deleting rows that it made. */
function holdsRows(text: string, all: string): boolean {
  return partsOf(text).some((part) => {
    const [, table] = /\breferences (?:"?public"?\.)?"?(\w+)/.exec(part) ?? [];
    return (
      table !== undefined &&
      !KEPT.includes(table) &&
      !isMade("create table", table, all) &&
      !/\bon delete (?:cascade|set null)\b/.test(part)
    );
  });
}

/** Whether one of the statements of a migration makes what has this name. */
function isMade(what: string, name: string, all: string): boolean {
  return new RegExp(`${what} (if not exists )?"?${name}\\b`).test(all);
}

/** What of a migration a version that does not know it may stumble over: things gone, and rows refused that it writes. */
function takenAway(statements: readonly string[]): string[] {
  const all = statements.join("; ");
  return statements.filter((text) => {
    const created = /^create table [^(]*\((.*)\)/.exec(text)?.[1];
    if (created !== undefined) return holdsRows(created, all);
    const unique = /^create unique index .*? on "?(\w+)/.exec(text)?.[1];
    if (unique !== undefined) return !isMade("create table", unique, all);
    const index = /^drop index (?:concurrently )?(?:if exists )?"?(\w+)/.exec(
      text,
    )?.[1];
    if (index !== undefined)
      return !isMade("create (unique )?index", index, all);
    const [, table = "", changes] =
      /^alter table (?:only )?(?:if exists )?"?(\w+)"? (.*)/.exec(text) ?? [];
    if (changes === undefined)
      return /\b(?:drop|truncate|rename|alter|delete from)\b/.test(text);
    return (
      !isMade("create table", table, all) &&
      partsOf(changes).some((action) => isTaking(action, all))
    );
  });
}

/** Of one action of `alter table`, in a migration of these statements. */
function isTaking(action: string, all: string): boolean {
  const has = (what: string, constraint: string) =>
    new RegExp(`\\b${what} constraint (if exists )?"?${constraint}\\b`).test(
      all,
    );
  const dropped = /^drop constraint (?:if exists )?"?(\w+)/.exec(action)?.[1];
  // A check may go; what `on conflict` names may not.
  if (dropped !== undefined)
    return !dropped.endsWith("_check") && !has("add", dropped);
  const added = /^add constraint "?(\w+)/.exec(action)?.[1];
  // A check may be put in the place of a narrower one.
  if (added !== undefined) return !has("drop", added);
  if (/^add (?:primary key|unique|check|foreign key|exclude)\b/.test(action))
    return true;
  if (action.startsWith("add "))
    return (
      holdsRows(action, all) ||
      (/\bnot null\b/.test(action) && !/\bdefault\b/.test(action))
    );
  if (action.startsWith("alter "))
    return /^alter (?:column )?(?!column )\S+ (?:set not null|(?:set data )?type|drop (?!not null))/.test(
      action,
    );
  return /^(?:drop|rename)\b/.test(action);
}

test("migrations are named as their files, each with a number of its own behind the one before", () => {
  const files = readdirSync(join(import.meta.dirname, "migrations"));
  expect(names).toEqual(
    files.map((file) => file.replace(/\.ts$/, "")).toSorted(),
  );
  const numbers = names.map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});

describe("a migration only adds, so that the version before runs on", () => {
  test.each(names.filter((name) => name > LAST_FREE))("%s", async (name) => {
    const step = migrations[name] ?? { up: async () => {} };
    const taken = takenAway(await statementsOf(step));
    const { runsFrom } = step;
    if (runsFrom === undefined)
      expect(
        taken,
        "the version before may stumble over it: a new column may be null or has a default, a new constraint belongs to a new table, and what is taken away needs two releases and a runsFrom (docs/decisions/0021-migrations-only-add.md)",
      ).toEqual([]);
    else {
      expect(names, "runsFrom is the name of a migration").toContain(runsFrom);
      expect(runsFrom < name, "runsFrom is an earlier migration").toBe(true);
      expect(taken, "takes nothing away, so it needs no runsFrom").not.toEqual(
        [],
      );
    }
  });

  test.each<[boolean, string[]]>([
    [true, ["drop table a"]],
    [true, ["alter table a drop column b"]],
    [true, ["alter table a drop b"]],
    [true, ["alter table if exists a drop if exists b"]],
    [true, ["alter table a drop constraint a_pkey"]],
    [true, ["alter table a drop constraint c"]],
    [true, ["alter table a alter column b drop default"]],
    [true, ["alter table a alter b type bigint"]],
    [true, ["drop index i"]],
    [true, ["delete from a"]],
    [true, ["with old as (select 1) delete from a using old"]],
    [true, ["do $$ begin drop table a; end $$"]],
    [true, ["do $$ begin alter table a drop b; end $$"]],
    [true, ["alter table a rename column b to c"]],
    [true, ["alter table a add column b text not null"]],
    [true, ["alter table a add b text not null"]],
    [true, ["alter table a add b numeric(9, 2), add c text not null"]],
    [true, ["create table a (b uuid not null references visitors)"]],
    [true, ["create table a (b text references sessions, c text)"]],
    [true, ["create table a (b text references contacts)"]],
    [true, ["create table a (b text references public.sessions (id))"]],
    [true, ["alter table a add b text references sessions"]],
    [true, ["alter table a add column c text, add column b text not null"]],
    [true, ["alter table a alter column b set not null"]],
    [true, ["alter table a add constraint c check (b > 0)"]],
    [true, ["create unique index i on a (b)"]],
    [false, ["alter table a add column b text not null default ''"]],
    [false, ["alter table a alter column b drop not null"]],
    [false, ["alter table a drop constraint a_b_check"]],
    [false, ["alter table a add b numeric(9, 2), add c text"]],
    [false, ["create table a (b text references sessions on delete cascade)"]],
    [false, ["create table a (b text references checkouts)"]],
    [
      false,
      ["create table c (d text)", "create table a (b text references c)"],
    ],
    [false, ["alter table a alter column type drop not null"]],
    [false, ["drop index i", "create index i on a (b, c)"]],
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
    [false, ['create table "a" ("b" text)', "create unique index i on a (b)"]],
    [false, ["create index i on a (b)"]],
    [false, ["update a set b = c"]],
  ])("takes away (%s): %j", (isTaken, statements) => {
    expect(takenAway(statements).length > 0).toBe(isTaken);
  });
});
