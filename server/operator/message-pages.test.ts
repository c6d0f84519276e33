import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { findDead } from "../db/jobs.ts";
import { noteProblem, receiveEvent } from "../db/webhook-events.ts";
import { openEngine } from "../jobs/engine.ts";
import { silentLog } from "../log.ts";
import { hidden, operatorOf } from "../testing/operator.ts";
import { useServer } from "../testing/server.ts";

const TOKEN = "correct-horse";
const receivers = [{ name: "crm", kinds: [] }];
const server = useServer(() => ({ adminToken: TOKEN, receivers }));
const { open, send } = operatorOf(server, TOKEN);

describe("the pages of messages", () => {
  test("list messages of providers that were not dealt with, until somebody has looked", async () => {
    const { db } = server;
    const now = new Date(server.clock.ms);
    const names = [`max-pay ${randomUUID()} approved`, randomUUID()] as const;
    const [lost, broken] = names;
    const about = { provider: "max-pay", type: "payment", checkout_id: null };
    for (const event_id of names)
      await receiveEvent(db, { ...about, event_id }, now);
    const problem = "no order has this name; <b>";
    await noteProblem(db, lost, { problem, no_order: true });
    const page = await open("/pages/messages");
    expect(page.text).toContain("no order has this name; &lt;b&gt;");
    // It may still come again.
    expect(page.text).not.toContain(broken);
    server.clock.ms += 16 * 60_000;
    expect((await open("/pages/messages")).text).toContain(broken);
    const { token = "" } = hidden(page.text);
    const message = { message: lost };
    expect((await send("messages/drop", message)).status).toBe(403);
    for (const status of [303, 404])
      expect((await send("messages/drop", { token, ...message })).status).toBe(
        status,
      );
    const { text } = await open("/pages/messages");
    expect([text.includes(lost), text.includes(broken)]).toEqual([false, true]);
  });

  test("try dead letters again, or drop them, and write it down", async () => {
    const { db } = server;
    const engine = await openEngine({ db, log: silentLog });
    for (const name of ["letters", "other"])
      await sql`select pgboss.create_queue(${name}, '{}')`.execute(db);
    const ids = [randomUUID(), randomUUID()];
    await engine.send(
      "letters",
      ids.map((id) => ({ id, data: {} })),
      db,
    );
    await engine.send("other", [{ id: randomUUID(), data: {} }], db);
    await engine.stop(0);
    await sql`update pgboss.job set state = 'failed', completed_on = now()
      where name = 'letters'`.execute(db);
    const page = await open("/pages/jobs");
    const { token = "" } = hidden(page.text);
    for (const id of ids) expect(page.text).toContain(id);
    expect(page.text).toContain("Given up (2)");
    expect(page.text).toContain("To be done next (1)");
    expect(page.text).toContain("waiting");
    const [first = "", second = ""] = ids;
    expect((await send("jobs/drop", { id: first })).status).toBe(403);
    expect((await send("jobs/drop", { token, id: first })).status).toBe(303);
    expect((await send("jobs/retry", { token, id: second })).status).toBe(303);
    expect((await send("jobs/retry", { token })).status).toBe(422);
    expect((await send("jobs/keep", { token, id: second })).status).toBe(404);
    expect(await findDead(db, {}, 10)).toEqual([]);
    const { rows } =
      await sql`select id from pgboss.job where name = 'letters'`.execute(db);
    expect(rows).toEqual([{ id: second }]);
    const told = await db
      .selectFrom("operator_actions")
      .select(["action", "outcome"])
      .where("subject", "in", ids)
      .orderBy("action")
      .execute();
    expect(told).toEqual([
      { action: "jobs.drop", outcome: { jobs: 1 } },
      { action: "jobs.retry", outcome: { jobs: 1 } },
    ]);
  });
});
