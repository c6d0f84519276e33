import { randomUUID } from "node:crypto";
import { type KyselyPlugin, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { arrive } from "../testing/calls.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { digest } from "../token.ts";
import { givePlaces, writeMessage } from "./outbox.ts";
import { keepDeadline } from "./countdowns.ts";
import { erasePerson } from "./erase.ts";
import { emailHolder, sessionHolder } from "./persons.ts";
import { giveCode } from "./promo-codes.ts";

const server = useServer();
const now = () => new Date(server.clock.ms);

/** Who waits for rows that somebody else has. */
async function waiting(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(
    server.db,
  );
  return rows.length;
}

const POSTGRES = process.env["TEST_DATABASE_URL"] ?? "";

describe.skipIf(POSTGRES === "")("while somebody is erased", () => {
  test.each([
    ["a countdown", "countdowns"],
    ["a code", "promo_codes"],
  ] as const)(
    "%s that is shared waits for the erasure, or the erasure for it",
    async (_, table) => {
      const visitor = await arrive(server);
      // Terms are shared in the order of their holders: that of the person's own email is the last.
      const [other = "", email = ""] = [1, 2]
        .map(() => `${randomUUID()}@mail.example`)
        .toSorted((one, two) => (emailHolder(one) < emailHolder(two) ? -1 : 1));
      for (const each of [other, email])
        await visitor.call("/api/visitor/store-contact-info", {
          method: "POST",
          body: { event_id: randomUUID(), email: each },
        });
      const session = digest(visitor.session);
      const names = [other, email].map(emailHolder);
      const own = sessionHolder(session);
      const holders = { brand: "calm", names: [...names, own], session: own };
      const share = (at: Date) =>
        table === "countdowns"
          ? keepDeadline(server.db, holders, "quiz", {
              endsAt: at,
              serverEnd: at,
              extended: 0,
            })
          : giveCode(server.db, holders, {
              promo: "x",
              code: "X",
              given_at: at,
            });
      await share(now());
      const { both } = await server.db.transaction().execute(async (trx) => {
        await sql`select from contacts where session_id = ${session} for update`.execute(
          trx,
        );
        const erased = erasePerson(server.db, email, now());
        await expect.poll(waiting).toBe(1);
        const shared = share(new Date(server.clock.ms - 1_000));
        await expect.poll(waiting).toBe(2);
        return { both: Promise.all([erased, shared]) };
      });
      const [erased] = await both;
      expect(erased.deleted).toMatchObject({ [table]: 3 });
    },
  );

  test("their messages are given no place, and others need not wait for them", async () => {
    for (const name of ["erased", "other"])
      await writeMessage(server.db, {
        kind: "contact.stored",
        payload: { name },
        now: now(),
      });
    const placed = async () => {
      const rows = await server.db
        .selectFrom("outbox")
        .select("payload")
        .where("place", "is not", null)
        .execute();
      return rows.map(({ payload }) => payload["name"]);
    };
    await server.db.transaction().execute(async (trx) => {
      await sql`select from outbox where payload->>'name' = 'erased' for update`.execute(
        trx,
      );
      let isDone = false;
      const given = givePlaces(server.db).then(() => (isDone = true));
      await expect.poll(async () => isDone || (await waiting()) > 0).toBe(true);
      expect(isDone).toBe(true);
      await given;
      expect(await placed()).toContain("other");
      expect(await placed()).not.toContain("erased");
    });
    await givePlaces(server.db);
    expect(await placed()).toContain("erased");
  });
});

/** Gives a refund a reason, and reads it. */
async function storeReason(reason: string): Promise<() => Promise<unknown>> {
  const { checkout_id } = await storeCheckout(server.db, {});
  await server.db
    .insertInto("refunds")
    .values({
      refund_id: randomUUID(),
      status: "requested",
      checkout_id,
      transaction: null,
      amount: 1,
      currency: "USD",
      reference: null,
      reason,
      at: now(),
    })
    .execute();
  return async () => {
    const stored = await server.db
      .selectFrom("refunds")
      .select("reason")
      .where("checkout_id", "=", checkout_id)
      .executeTakeFirstOrThrow();
    return stored.reason;
  };
}

test("what quotes the emails of a person is read once, and the longest of them is taken out", async () => {
  const visitor = await arrive(server);
  const email = `${randomUUID()}@mail.example`;
  for (const given of [email, `${email}.org`])
    await visitor.call("/api/visitor/store-contact-info", {
      method: "POST",
      body: { event_id: randomUUID(), email: given },
    });
  const reason = await storeReason(
    `for ${email}.org, not ${email.toUpperCase()}; for ann@mail.example`,
  );
  let read = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const { sql: text } = server.db.getExecutor().compileQuery(node, queryId);
      if (/update "?refunds/.test(text)) read += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await erasePerson(server.db.withPlugin(counting), email, now());
  expect(await reason()).toBe("for …, not …; for ann@mail.example");
  expect(read).toBe(1);
});

describe("however many long emails were given beside it, what quotes one is cleaned of it:", () => {
  const CLEAN = "for …, … and ann@mail.example";

  test("ten", async () => {
    expect(await reasonAmong(10)).toBe(CLEAN);
  });

  test("hundreds", { tags: "long" }, async () => {
    expect(await reasonAmong(350)).toBe(CLEAN);
  });

  async function reasonAmong(count: number) {
    const visitor = await arrive(server);
    const email = `${randomUUID()}@mail.example`;
    const label = "x".repeat(60);
    const others = Array.from(
      { length: count },
      (_, at) => `${at}.${email}.${label}.${label}.${label}.example`,
    );
    await server.db
      .insertInto("contacts")
      .values(
        [...others, email].map((given) => ({
          session_id: digest(visitor.session),
          event_id: randomUUID(),
          body_digest: "",
          fields: JSON.stringify({ email: given }),
          created_at: now(),
        })),
      )
      .execute();
    const reason = await storeReason(
      `for ${email}, ${others[7]} and ann@mail.example`,
    );
    await erasePerson(server.db, email, now());
    return reason();
  }
});
