import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { openEmptyDatabase, openTestDatabase } from "../testing/database.ts";
import { migrate } from "./migrate.ts";
import { migrations, type Step, type Steps } from "./migrations.ts";
import { givePlaces, passOn } from "./outbox.ts";
import type { Database } from "./tables.ts";

const names = Object.keys(migrations);

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

  test("a step may take its time, but waits no longer than others do for what it holds up", async () => {
    await sql`set statement_timeout = '10s'`.execute(db);
    const limits: unknown[] = [];
    const slow = {
      up: async (trx: Parameters<Step["up"]>[0]) => {
        const { rows } = await sql`select
          current_setting('statement_timeout') as statement,
          current_setting('lock_timeout') as lock`.execute(trx);
        limits.push(...rows);
      },
    };
    await migrate(db, { ...late, ...taken, "9003-slow": slow });
    expect(limits).toEqual([{ statement: "0", lock: "500ms" }]);
    await sql`delete from kysely_migration where name = '9003-slow'`.execute(
      db,
    );
  });

  test("what was done before a step that fails stays", async () => {
    const failing = { up: async () => Promise.reject(new Error("no disk")) };
    const done = { up: async () => {} };
    const steps = { ...late, ...taken, "9004-done": done, "9005-bad": failing };
    await expect(migrate(db, steps)).rejects.toThrow("no disk");
    expect(await executed()).toContain("9004-done");
    await sql`delete from kysely_migration where name = '9004-done'`.execute(
      db,
    );
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

describe("messages about what was stored before there were any", () => {
  const until = (last: string): Steps =>
    Object.fromEntries(
      Object.entries(migrations).filter(([name]) => name <= last),
    );
  let db: Database;
  let close = async () => {};
  beforeAll(async () => {
    ({ db, close } = await openEmptyDatabase());
    await migrate(db, until("0012-countdowns"));
  });
  afterAll(() => close());

  /** A visitor with a contact, a paid order that renews, and a renewal. */
  async function fill(n: number, age: string): Promise<void> {
    const visitor = `00000000-0000-4000-8000-00000000010${n}`;
    const at = sql`now() - ${age}::interval`;
    await sql`insert into visitors (visitor_id, created_at) values (${visitor}::uuid, ${at})`.execute(
      db,
    );
    await sql`insert into sessions (session_id, visitor_id, is_new_visitor, created_at, expires_at)
      values (${`s${n}`}, ${visitor}::uuid, true, ${at}, ${at})`.execute(db);
    await sql`insert into contacts (session_id, event_id, body_digest, fields, created_at)
      values (${`s${n}`}, ${visitor}::uuid, 'x', '{"email": "a@b.example"}', ${at})`.execute(
      db,
    );
    await sql`insert into checkouts (checkout_id, session_id, brand, provider, status, product,
        product_name, amount, currency, event_id, return_path, return_origin, email, details, created_at)
      values (${`c${n}`}, ${`s${n}`}, 'calm', 'sandbox', 'paid', 'plan', 'The plan', 3999, 'USD',
        ${visitor}::uuid, '/quiz/oto', '', 'a@b.example', '{"city": "Oslo"}', ${at})`.execute(
      db,
    );
    await sql`insert into payments (payment_id, checkout_id, session_id, amount, currency, paid_at)
      values (${`p${n}`}, ${`c${n}`}, ${`s${n}`}, 3999, 'USD', ${at})`.execute(
      db,
    );
    await sql`insert into renewals (reference, checkout_id, amount, currency, paid_at)
      values (${`r${n}`}, ${`c${n}`}, 2999, 'USD', ${at})`.execute(db);
  }

  test("are written for the last 30 days, once, and are told to whoever comes", async () => {
    await fill(1, "31 days");
    await fill(2, "1 day");
    await migrate(db, until("0013-messages"));
    const event_id = "00000000-0000-4000-8000-000000000102";
    const { rows } =
      await sql`select kind, payload from outbox order by kind`.execute(db);
    expect(rows).toEqual([
      { kind: "contact.stored", payload: { email: "a@b.example", event_id } },
      {
        kind: "payment.taken",
        payload: {
          checkout_id: "c2",
          brand: "calm",
          product: "plan",
          amount: 3999,
          currency: "USD",
          email: "a@b.example",
          event_id,
          details: { city: "Oslo" },
        },
      },
      {
        kind: "renewal.taken",
        payload: {
          reference: "r2",
          checkout_id: "c2",
          amount: 2999,
          currency: "USD",
        },
      },
    ]);
    await migrate(db);
    await givePlaces(db);
    const taken: string[] = [];
    const told = await passOn(
      db,
      { name: "crm", kinds: [] },
      {
        count: 10,
        now: new Date(),
        take: async (messages) => {
          taken.push(...messages.map(({ kind }) => kind));
        },
      },
    );
    expect(told).toBe(3);
    expect(taken.toSorted()).toEqual([
      "contact.stored",
      "payment.taken",
      "renewal.taken",
    ]);
  });
});

describe("messages that were waiting when the engine changed", () => {
  let db: Database;
  let close = async () => {};
  beforeAll(async () => {
    ({ db, close } = await openEmptyDatabase());
    const before = Object.entries(migrations).filter(
      ([name]) => name <= "0012-countdowns",
    );
    await migrate(db, Object.fromEntries(before));
  });
  afterAll(() => close());

  test("stay, those that were sent go, and nothing is told twice", async () => {
    const message = (kind: string, sent: string | null) =>
      sql`insert into outbox (message_id, kind, payload, created_at, next_try_at, tries, sent_at)
        values (gen_random_uuid(), ${kind}, '{}', now(), now(), 0, ${sent}::timestamptz)`.execute(
        db,
      );
    await message("contact.stored", null);
    await message("payment.taken", "2026-01-01");
    await sql`insert into visitors (visitor_id, created_at)
      values ('00000000-0000-4000-8000-000000000201', now())`.execute(db);
    await sql`insert into sessions (session_id, visitor_id, is_new_visitor, created_at, expires_at)
      values ('s', '00000000-0000-4000-8000-000000000201', true, now(), now())`.execute(
      db,
    );
    await sql`insert into contacts (session_id, event_id, body_digest, fields, created_at)
      values ('s', '00000000-0000-4000-8000-000000000201', 'x', '{}', now())`.execute(
      db,
    );
    await migrate(db);
    const { rows } = await sql`select kind, payload from outbox`.execute(db);
    expect(rows).toEqual([{ kind: "contact.stored", payload: {} }]);
  });
});
