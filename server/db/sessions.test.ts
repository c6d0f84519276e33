import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { useServer } from "../testing/server.ts";
import { insertSession } from "./sessions.ts";

const server = useServer();

test.skipIf((process.env["TEST_DATABASE_URL"] ?? "") === "")(
  "a device that is forgotten while it comes back has a session all the same",
  async () => {
    const now = new Date(server.clock.ms);
    const deviceId = randomUUID();
    const wanted = () => ({
      sessionId: randomUUID(),
      visitorId: randomUUID(),
      deviceId,
      brand: "calm",
      now,
      expiresAt: new Date(now.getTime() + 86_400_000),
    });
    await insertSession(server.db, wanted());
    const forgotten: Promise<void>[] = [];
    let isForgotten = false;
    const forget = async () => {
      await server.db
        .updateTable("visitors")
        .set({ device_id: null })
        .where("device_id", "=", deviceId)
        .execute();
      isForgotten = true;
    };
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(
        server.db,
      );
      return rows.length > 0;
    };
    const db = server.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        // After the first statement: at once, or as soon as the session is there.
        if (forgotten.length === 0) forgotten.push(forget());
        await expect
          .poll(async () => isForgotten || (await isWaiting()))
          .toBe(true);
        return result;
      },
    });
    const { isNewVisitor } = await insertSession(db, wanted());
    await Promise.all(forgotten);
    expect(isNewVisitor).toBe(false);
    expect((await insertSession(server.db, wanted())).isNewVisitor).toBe(true);
  },
);
