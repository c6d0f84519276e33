/** What the version before writes beside what this one keeps: it does not know when a deadline ends by the server's clock. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  findDeadline,
  findServerDeadline,
  keepDeadline,
} from "../db/countdowns.ts";
import { useServer } from "../testing/server.ts";

const server = useServer();
const at = (ms: number) => new Date(Date.UTC(2030, 4, 1) + ms);

test("a deadline that a version before has extended ends no earlier than it says", async () => {
  const session = randomUUID();
  const holders = { brand: "calm", names: [session], session };
  const shown = { endsAt: at(1), serverEnd: at(3), extended: 0 };
  expect(await keepDeadline(server.db, holders, "quiz", shown)).toEqual({
    endsAt: at(1),
    extended: 0,
  });
  expect(await findServerDeadline(server.db, holders, "quiz")).toEqual({
    endsAt: at(3),
    extended: 0,
  });
  await server.db
    .updateTable("countdowns")
    .set({ ends_at: at(9), extended: 1 })
    .where("holder", "=", session)
    .execute();
  const extended = { endsAt: at(9), extended: 1 };
  expect(await findServerDeadline(server.db, holders, "quiz")).toEqual(
    extended,
  );
  const early = { endsAt: at(5), extended: 1 };
  const kept = { ...early, serverEnd: at(5) };
  expect(await keepDeadline(server.db, holders, "quiz", kept)).toEqual(early);
  expect(await findDeadline(server.db, holders, "quiz")).toEqual(early);
});
