import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { noteProblem, receiveEvent } from "../db/webhook-events.ts";
import { expectProblem, openHosted, arrive } from "../testing/calls.ts";
import { appOver, useServer } from "../testing/server.ts";
import { messageRow } from "./messages.ts";

const server = useServer();
const PATH = "/api/admin/messages";

/** A message that tells of money without an order, or one that could not be dealt with. */
async function left(no_order: boolean, checkout_id: string | null = null) {
  const event_id = `max-pay ${randomUUID()} approved`;
  const event = { event_id, provider: "max-pay", type: "payment", checkout_id };
  await receiveEvent(server.db, event, new Date(server.clock.ms));
  const problem = "Error: another sum";
  await noteProblem(server.db, event_id, { problem, no_order });
  return event_id;
}

const drop = (body: unknown) =>
  server.send(`${PATH}/drop`, { method: "POST", body });

test("what was not dealt with is listed, as data and as a text", async () => {
  const before = await server.send(PATH, { headers: { accept: "text/plain" } });
  expect(before.text).toBe("Every message was dealt with.\n");
  const id = await left(true);
  expect((await server.send(PATH)).json).toMatchObject({
    version: 1,
    messages: [
      {
        event_id: id,
        provider: "max-pay",
        no_order: true,
        problem: "Error: another sum",
      },
    ],
  });
  const { text } = await server.send(PATH, {
    headers: { accept: "text/plain" },
  });
  expect(text).toContain("why it is left");
  expect(text).toContain(id);
});

test("an order shows the messages about it that were not dealt with", async () => {
  const { id } = await openHosted(await arrive(server));
  const message = await left(false, id);
  const { text } = await server.send(`/api/admin/orders/${id}`, {
    headers: { accept: "text/plain" },
  });
  expect(text).toContain("Messages not dealt with");
  expect(text).toContain(message);
});

test("what somebody has looked at is listed no more, and that is written down", async () => {
  const id = await left(true);
  expect((await drop({ message: id })).json).toEqual({
    version: 1,
    message: id,
  });
  expectProblem("message-unknown", await drop({ message: id }));
  const { text } = await server.send(PATH);
  expect(text).not.toContain(id);
  const actions = await server.db
    .selectFrom("operator_actions")
    .select(["action", "outcome"])
    .where("subject", "=", id)
    .orderBy("begun_at")
    .execute();
  expect(actions).toEqual([
    { action: "messages.drop", outcome: { messages: 1 } },
    {
      action: "messages.drop",
      outcome: { problem: "urn:problem:message-unknown" },
    },
  ]);
});

test.each<[string, unknown, string]>([
  ["nothing", {}, "invalid"],
  ["more", { message: "x", all: true }, "invalid"],
  ["none that there is", { message: "x" }, "message-unknown"],
])("a call that names %s drops nothing", async (_, body, code) => {
  const { status } = expectProblem(code, await drop(body));
  expect([404, 422]).toContain(status);
});

test.each(["GET", "POST"])("%s is for operators alone", async (method) => {
  const app = appOver(server, { adminToken: "correct-horse" });
  const path = method === "GET" ? PATH : `${PATH}/drop`;
  const answer = await app.request(`https://calm.example${path}`, { method });
  expect(answer.status).toBe(401);
});

test.each([
  ["order-1", "Error: another sum", ["order-1", "Error: another sum"]],
  [null, null, ["", "its process ended meanwhile"]],
])(
  "of the order %j and the problem %j a row says %j",
  (checkout_id, problem, said) => {
    const message = {
      event_id: "m-1",
      received_at: new Date(0),
      provider: "max-pay",
      type: "payment",
      checkout_id,
      no_order: false,
      problem,
    };
    const row = ["m-1", "1970-01-01 00:00 UTC", "max-pay", "payment", ...said];
    expect(messageRow(message)).toEqual(row);
  },
);
