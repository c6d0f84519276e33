import { CompiledQuery, type KyselyPlugin, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../jobs/engine.ts";
import { silentLog } from "../log.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { openTestDatabase } from "../testing/database.ts";
import { ATTENTION } from "./attention.ts";
import { findPlansToCancel } from "./cancelled-plans.ts";
import { deleteOutlived } from "./cleanup.ts";
import { eraseConsents, findConsents } from "./consents.ts";
import { erasePerson } from "./erase.ts";
import { countExposures } from "./experiment-counts.ts";
import { keepConfiguration } from "./experiments.ts";
import { countMoney } from "./money-figures.ts";
import { findOrders, findSoldIn, ORDER_STATES } from "./orders.ts";
import { findAbout, type Told } from "./person-messages.ts";
import { eraseOutlived } from "./retention.ts";
import type { Database } from "./tables.ts";
import { tellUpcomingRenewals } from "./upcoming-renewals.ts";

let db: Database;
let close = async () => {};
beforeAll(async () => {
  ({ db, close } = await openTestDatabase({ isReused: false }));
});
afterAll(() => close());

/** Only found by the whole of its key. */
const NEVER_ALONE = ["conversions.visitor_id"];

test("whatever is kept of a person is found without reading the whole table", async () => {
  const { rows } = await sql<{ place: string; is_first: boolean }>`
    select c.table_name || '.' || c.column_name as place, exists (
      select 1 from pg_index i join pg_attribute a
        on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = c.table_name::regclass and a.attname = c.column_name
    ) as is_first
    from information_schema.columns c
    where table_schema = 'public' and column_name in ('holder', 'session_id', 'visitor_id')
    order by place`.execute(db);
  expect(rows.length).toBeGreaterThan(10);
  const slow = rows.filter(({ is_first }) => !is_first);
  expect(slow.map(({ place }) => place)).toEqual(NEVER_ALONE);
});

/**
 * What is asked of a database, with `how` before each question. Of a table with few rows, all are read where that is
 * allowed (`mayReadAll`).
 */
async function explained(
  how: string,
  ask: (db: Database) => Promise<unknown>,
  mayReadAll = false,
) {
  const asked: CompiledQuery[] = [];
  const noting: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      asked.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await ask(db.withPlugin(noting));
  const plans = await db.transaction().execute(async (trx) => {
    if (!mayReadAll) await sql`set local enable_seqscan = off`.execute(trx);
    return Promise.all(
      asked.map(({ sql: text, parameters }) =>
        trx.executeQuery(CompiledQuery.raw(`${how} ${text}`, [...parameters])),
      ),
    );
  });
  return JSON.stringify(plans.map(({ rows }) => rows));
}

test("plans that are to be cancelled are counted, and found in each round, by an index of theirs", async () => {
  const now = new Date();
  const counted = (asked: Database) => ATTENTION.cancel_asked.count(asked, now);
  const found = (asked: Database) => findPlansToCancel(asked, ["stripe"], 50);
  for (const ask of [counted, found])
    expect(await explained("explain", ask)).toContain(
      "subscriptions_to_cancel",
    );
});

test("what was sold to somebody is found without reading all that was", async () => {
  const lines = await explained("explain", (asked) =>
    findSoldIn(asked, ["session", "another"]),
  );
  expect(lines).toContain("payments_by_session");
  expect(lines).not.toContain("Seq Scan");
});

test.each(["refund_due", "unknown", "untold"] as const)(
  "%s is counted each minute without reading all that was ever ordered",
  async (kind) => {
    const lines = await explained("explain", (asked) =>
      ATTENTION[kind].count(asked),
    );
    expect(lines).toContain("Index");
    expect(lines).not.toContain("Seq Scan");
  },
);

const NOTHING: Told = { sessions: [], events: [], checkouts: [] };
test.each<[string, string | null, Partial<Told>]>([
  ["an order", null, { checkouts: ["order"] }],
  ["a contact", null, { events: ["event"] }],
  ["a visit", null, { sessions: ["session"] }],
  ["an email", "ann@mail.example", {}],
  [
    "a person",
    "ann@mail.example",
    { sessions: ["s", "t"], events: ["e", "f"], checkouts: ["c", "d"] },
  ],
])(
  "messages about %s are found without reading all that were written",
  async (_, email, told) => {
    const lines = await explained("explain", (asked) =>
      findAbout(asked, { email, sessions: [] }, { ...NOTHING, ...told }),
    );
    expect(lines).toContain("on outbox");
    expect(lines).not.toContain("Seq Scan");
  },
);

test("what is to be told is not gone through for each message that is old", async () => {
  const engine = await openEngine({ db, log: silentLog });
  const lines = await explained("explain", (asked) =>
    deleteOutlived(asked, new Date()),
  );
  await engine.stop(0);
  const plans: readonly unknown[] = JSON.parse(lines);
  const ofMessages = plans
    .map((plan) => JSON.stringify(plan))
    .filter((plan) => plan.includes("Delete on outbox"));
  expect(ofMessages).toHaveLength(1);
  for (const plan of ofMessages) {
    expect(plan).toContain("data ->> 'message'");
    expect(plan).toContain("Anti Join");
    expect(plan).not.toContain("SubPlan");
  }
});

test("promo codes are held against sessions by the index of those", async () => {
  const lines = await explained("explain", (asked) =>
    deleteOutlived(asked, new Date()),
  );
  const plans: readonly unknown[] = JSON.parse(lines);
  const ofCodes = plans
    .map((plan) => JSON.stringify(plan))
    .filter((plan) => plan.includes("Delete on promo_codes"))
    .filter((plan) => !plan.includes("Delete on sessions"));
  expect(ofCodes).toHaveLength(1);
  for (const plan of ofCodes) {
    expect(plan).toMatch(/Index (Only )?Scan using sessions_pkey on sessions/);
    expect(plan).toMatch(/Index Cond: \(session_id = /);
  }
});

describe("among many ended sessions that are held by something else", () => {
  const MANY = 2_500;
  const ended = new Date("2020-01-01T00:00:00Z");
  beforeAll(async () => {
    await sql`with person as (
        insert into visitors (visitor_id, created_at, seen_at, stays)
        values (gen_random_uuid(), ${ended}::timestamptz, ${ended}::timestamptz, true) returning visitor_id
      ), ended as (
        insert into sessions (session_id, visitor_id, is_new_visitor, created_at, expires_at)
        select 'held' || at, visitor_id, false, ${ended}::timestamptz, ${ended}::timestamptz + at / 3 * interval '1 second'
        from person, generate_series(1, ${MANY}::int) at)
      select 1`.execute(db);
    await sql`insert into preview_jobs (job_id, session_id, status, attempts, created_at)
      select session_id, session_id, 'failed', 1, created_at from sessions where session_id like 'held%'`.execute(
      db,
    );
    await sql`insert into promo_codes (brand, promo, holder, code, given_at)
      select 'calm', 'at' || at, 'session:' || session_id, 'C', created_at
      from sessions, generate_series(1, 5) at where session_id like 'held%'`.execute(
      db,
    );
    await sql`analyze sessions, preview_jobs, promo_codes`.execute(db);
  });
  afterAll(async () => {
    await sql`delete from preview_jobs`.execute(db);
    await deleteOutlived(db, new Date());
  });

  async function plansOf(what: string): Promise<readonly string[]> {
    const lines = await explained("explain (analyze)", (asked) =>
      deleteOutlived(asked, new Date()),
    );
    const plans: readonly unknown[] = JSON.parse(lines);
    return plans
      .map((plan) => JSON.stringify(plan))
      .filter((plan) => plan.includes(what));
  }

  test("each is looked at once in a round", async () => {
    const plans = await plansOf("using sessions_to_look_at");
    let looked = 0;
    for (const plan of plans) {
      const [, rows = ""] =
        /using sessions_to_look_at on sessions[^(]*\([^)]*\) \(actual time=\S+ rows=(\d+)/.exec(
          plan,
        ) ?? [];
      looked += Number(rows);
    }
    expect(plans.length).toBeGreaterThan(1);
    expect(looked).toBeGreaterThanOrEqual(MANY);
    // A few more are read than are looked at, where several ended at once.
    expect(looked).toBeLessThan(MANY + plans.length * 100);
  });

  test("of what they hold, as much is looked at in a round", async () => {
    const [plan = ""] = (await plansOf("Delete on promo_codes")).filter(
      (one) => !one.includes("Delete on sessions"),
    );
    expect(plan).toContain("CTE looked");
    const [, rows] =
      /CTE Scan on looked[^(]*\([^)]*\) \(actual time=\S+ rows=(\d+)/.exec(
        plan,
      ) ?? [];
    expect(Number(rows)).toBe(10_000);
  });
});

test("of the devices that are gone, those that stay as a number are gone through once", async () => {
  const MANY = 1_500;
  const at = new Date("2020-01-01T00:00:00Z");
  await sql`insert into ab_configurations (configuration_id, brand, variable_block, variants, first_used_at)
    values ('sides', 'calm', 'block', '[]', ${at})`.execute(db);
  await sql`with gone as (
      insert into visitors (visitor_id, created_at, seen_at, brand)
      select gen_random_uuid(), ${at}::timestamptz, ${at}::timestamptz, 'calm' from generate_series(1, ${MANY}::int)
      returning visitor_id)
    insert into ab_assignments (brand, variable_block, visitor_id, configuration_id, component, source, mixed, assigned_at, exposed_at)
    select 'calm', 'block', visitor_id, 'sides', 'A', 'server', false, ${at}::timestamptz, ${at}::timestamptz from gone`.execute(
    db,
  );
  const retention = {
    ofBrand: new Map<string, number>(),
    otherwise: 365,
    atOnce: 10,
    isOver: () => false,
    sessionMs: 0,
  };
  const erase = (asked: Database) =>
    eraseOutlived(asked, retention, new Date("2030-01-01T00:00:00Z"));
  await erase(db);
  await sql`analyze visitors, ab_assignments`.execute(db);
  const plans: readonly unknown[] = JSON.parse(
    await explained("explain (analyze)", erase),
  );
  const ofDevices = plans
    .map((plan) => JSON.stringify(plan))
    .filter((plan) => /(Update|Delete) on visitors/.test(plan));
  expect(ofDevices.length).toBeGreaterThan(1);
  for (const plan of ofDevices) {
    expect(plan).not.toMatch(/hashed SubPlan|Anti Join/);
    const read = plan.matchAll(
      /(?:actual time=[\d.]+ rows=|Rows Removed by [\w ]+: )(\d+)/g,
    );
    for (const [, rows] of read) expect(Number(rows)).toBeLessThan(10);
  }
});

test("of an experiment, buyers are looked at among the few who got something back", async () => {
  await keepConfiguration(db, {
    configuration_id: "few",
    brand: "calm",
    variable_block: "few",
    variants: [],
    first_used_at: new Date(0),
  });
  const lines = await explained("explain", countExposures);
  const plans: readonly unknown[] = JSON.parse(lines);
  const ofBuyers = plans
    .map((plan) => JSON.stringify(plan))
    .filter((plan) => plan.includes(" on payments"));
  expect(ofBuyers.length).toBeGreaterThan(0);
  for (const plan of ofBuyers) {
    expect(plan).toContain("changed_payments");
    expect(plan).not.toContain("Seq Scan on payments");
    expect(plan).not.toContain("Seq Scan on sessions");
  }
});

test.each<[string, (asked: Database) => Promise<unknown>]>([
  ["shown", (asked) => findConsents(asked, ["session"])],
  [
    "erased",
    (asked) =>
      asked
        .transaction()
        .execute((trx) =>
          eraseConsents(trx, { email: "ann@mail.example", sessions: ["s"] }),
        ),
  ],
])(
  "what a person chose is %s by their sessions and devices",
  async (_, ask) => {
    const lines = await explained("explain", ask);
    expect(lines).toContain("consents_pkey");
    expect(lines).toContain("consents_by_visitor");
    expect(lines).not.toContain("Seq Scan on consents");
  },
);

test("who is erased is looked for in those texts alone that may quote an address", async () => {
  await sql`insert into operator_actions (action_id, action, subject, asked, outcome, begun_at)
    select gen_random_uuid(), 'orders.show', 'order', '{"ip": "192.0.2.1"}', '{"done": true}', now()
    from generate_series(1, 3000)`.execute(db);
  const lines = await explained(
    "explain",
    (asked) => erasePerson(asked, "ann@mail.example", new Date()),
    true,
  );
  expect(lines).toContain("operator_actions_quoting_by_asked");
  expect(lines).toContain("operator_actions_quoting_by_outcome");
  expect(lines).not.toContain("Seq Scan on operator_actions");
});

test("plans that take their next payment soon are found by when they do", async () => {
  const lines = await explained("explain", (asked) =>
    tellUpcomingRenewals(asked, new Date()),
  );
  expect(lines).toContain("subscriptions_to_renew");
  expect(lines).not.toContain("Seq Scan");
});

test.each(["payments", "renewals"])(
  "all money is counted by reading %s once",
  async (table) => {
    const lines = await explained("explain", countMoney);
    expect(lines.match(new RegExp(` on ${table}\\b`, "g"))).toHaveLength(1);
  },
);

describe("among many orders", () => {
  const ORDERS = 2_000;
  beforeAll(async () => {
    const { checkout_id: id } = await storeCheckout(db);
    await sql`insert into sessions (session_id, visitor_id, is_new_visitor, created_at, expires_at)
      select session_id || at, visitor_id, false, created_at, expires_at
      from sessions, generate_series(1, ${ORDERS}::int) at`.execute(db);
    await sql`insert into checkouts (checkout_id, session_id, brand, provider, status, product, product_name,
        amount, currency, event_id, return_path, return_origin, details, created_at, way, repeatable)
      select checkout_id || at, session_id || at, brand, provider, 'paid', product, product_name,
        amount, currency, event_id, return_path, return_origin, details,
        created_at + at * interval '1 second', way, repeatable
      from checkouts, generate_series(1, ${ORDERS}::int) at where checkout_id = ${id}`.execute(
      db,
    );
    await sql`insert into payments (payment_id, checkout_id, session_id, amount, currency, paid_at, refund_due)
      select checkout_id, checkout_id, session_id, amount, currency, created_at, false
      from checkouts where status = 'paid'`.execute(db);
    await sql`insert into contacts (session_id, event_id, body_digest, fields, created_at)
      select session_id, gen_random_uuid(), '', jsonb_build_object('email', session_id || '@mail.example'), created_at
      from sessions`.execute(db);
    await sql`analyze sessions, contacts, checkouts, payments`.execute(db);
  });

  const OF_MANY = ["paid", "declined", "cancelled"];
  test.each(ORDER_STATES.filter((state) => !OF_MANY.includes(state)))(
    "the few that are %s are listed without looking through the others",
    async (state) => {
      const part = { limit: 50, since: null, before: null };
      const query = { state, email: null, brand: null, ...part };
      const lines = await explained("explain (analyze)", (asked) =>
        findOrders(asked, query),
      );
      expect(lines).toContain(" on checkouts");
      const removed = [...lines.matchAll(/Rows Removed by [\w ]+: (\d+)/g)];
      for (const [, rows] of removed) expect(Number(rows)).toBeLessThan(10);
    },
  );

  test("of many that were declined, the newest are listed without sorting all", async () => {
    await sql`update checkouts set status = 'declined' where checkout_id like '%7'`.execute(
      db,
    );
    await sql`analyze checkouts`.execute(db);
    const part = { limit: 10, since: null, before: null };
    const query = { email: null, brand: null, ...part };
    const lines = await explained("explain (analyze)", (asked) =>
      findOrders(asked, { ...query, state: "declined" }),
    );
    await sql`update checkouts set status = 'paid' where status = 'declined'`.execute(
      db,
    );
    const [, rows] =
      /using checkouts_by_time on checkouts c[^(]*\([^)]*\) \(actual time=\S+ rows=(\d+)/.exec(
        lines,
      ) ?? [];
    expect(Number(rows)).toBeLessThan(100);
  });

  test("whoever got something back from another brand is not looked at for an experiment", async () => {
    await sql`update checkouts set brand = 'woo' where checkout_id ~ '[02468]$'`.execute(
      db,
    );
    await sql`update payments set state = 'refunded' where checkout_id ~ '[02468]$'`.execute(
      db,
    );
    await sql`update checkouts set brand = 'calm' where brand <> 'woo'`.execute(
      db,
    );
    await sql`analyze payments, checkouts`.execute(db);
    const lines = await explained("explain (analyze)", countExposures);
    await sql`update payments set state = 'paid'`.execute(db);
    const plans: readonly unknown[] = JSON.parse(lines);
    const ofBuyers = plans
      .map((plan) => JSON.stringify(plan))
      .filter((plan) => plan.includes(" on payments"));
    expect(ofBuyers.length).toBeGreaterThan(0);
    for (const plan of ofBuyers) {
      const read = plan.matchAll(
        / on sessions[^(]*\([^)]*\) \(actual time=\S+ rows=([\d.]+) loops=(\d+)/g,
      );
      for (const [, rows, loops] of read)
        expect(Number(rows) * Number(loops)).toBeLessThan(10);
    }
  });

  test("those of a person are listed without looking through the others", async () => {
    const part = { limit: 50, since: null, before: null };
    const query = { state: null, email: "ann@mail.example", brand: null };
    const lines = await explained("explain (analyze)", (asked) =>
      findOrders(asked, { ...query, ...part }),
    );
    expect(lines).toContain("checkouts_by_email");
    expect(lines).toContain("contacts_by_email");
    const removed = [...lines.matchAll(/Rows Removed by [\w ]+: (\d+)/g)];
    for (const [, rows] of removed) expect(Number(rows)).toBeLessThan(10);
  });
});
