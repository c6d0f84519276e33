import { randomUUID } from "node:crypto";
import { UpdateQueryNode } from "kysely";
import { describe, expect, test } from "vitest";
import { useServer } from "../testing/server.ts";
import { audited, auditedFile } from "./audited.ts";

const server = useServer();

test("what was done is not written down as failed when its end could not be written", async () => {
  let isLost = false;
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => {
      if (isLost || !UpdateQueryNode.is(node)) return node;
      isLost = true;
      throw new Error("the database is away");
    },
    transformResult: async ({ result }) => result,
  });
  const subject = randomUUID();
  const now = () => new Date(server.clock.ms);
  const action = { action: "orders.refund", subject, asked: {} };
  const work = async () => ({ answer: null, outcome: {} });
  await expect(audited({ db, now }, action, work)).rejects.toThrow("away");
  const written = await server.db
    .selectFrom("operator_actions")
    .select("outcome")
    .where("subject", "=", subject)
    .execute();
  expect(written).toEqual([{ outcome: null }]);
});

describe("a file that is read while it is sent", () => {
  async function* batches(...each: (readonly string[] | Error)[]) {
    for (const batch of each) {
      if (batch instanceof Error) throw batch;
      yield batch;
    }
  }

  async function open(...each: Parameters<typeof batches>) {
    const subject = randomUUID();
    const file = () =>
      auditedFile(
        { db: server.db, now: () => new Date(server.clock.ms) },
        { action: "orders.export", subject, asked: {} },
        { lines: batches(...each), outcomeOf: (orders) => ({ orders }) },
      );
    const written = async () => {
      const { outcome, ended_at } = await server.db
        .selectFrom("operator_actions")
        .select(["outcome", "ended_at"])
        .where("subject", "=", subject)
        .executeTakeFirstOrThrow();
      return ended_at === null ? "not ended" : outcome;
    };
    return { file, written };
  }

  test("has ended when its last line was read", async () => {
    const { file, written } = await open(["a", "b"], ["c"]);
    const read: string[] = [];
    for await (const some of await file()) {
      expect(await written()).toBe("not ended");
      read.push(...some);
    }
    expect(read).toEqual(["a", "b", "c"]);
    expect(await written()).toEqual({ orders: 3 });
  });

  test("is not begun where its first lines cannot be read", async () => {
    const { file, written } = await open(new Error("away"));
    await expect(file()).rejects.toThrow("away");
    expect(await written()).toEqual({ problem: "internal" });
  });

  test("breaks off where others cannot be read", async () => {
    const { file, written } = await open(["a", "b"], new Error("away"));
    const lines = await file();
    await lines.next();
    await expect(lines.next()).rejects.toThrow("away");
    expect(await written()).toEqual({ orders: 2, problem: "internal" });
  });

  test.each([0, 1])(
    "ends after %i parts where nobody takes any more",
    async (parts) => {
      const { file, written } = await open(["a", "b"], ["c"]);
      const lines = await file();
      for (let taken = 0; taken < parts; taken += 1) await lines.next();
      await lines.return();
      expect(await written()).toEqual({
        orders: 2 * parts,
        problem: "not-taken",
      });
    },
  );
});
