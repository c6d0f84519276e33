import { randomUUID } from "node:crypto";
import { UpdateQueryNode } from "kysely";
import { expect, test } from "vitest";
import { useServer } from "../testing/server.ts";
import { audited } from "./audited.ts";

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
