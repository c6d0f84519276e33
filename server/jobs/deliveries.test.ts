import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { deleteOutlived } from "../db/cleanup.ts";
import { findLiving } from "../db/jobs.ts";
import { givePlaces, writeMessage } from "../db/outbox.ts";
import { silentLog } from "../log.ts";
import { arrive, goodCard, openHosted, post } from "../testing/calls.ts";
import { bodyOf } from "../testing/request-body.ts";
import { useServer } from "../testing/server.ts";
import { deliveries, type Receiver } from "./deliveries.ts";
import { type Engine, openEngine } from "./engine.ts";

const DAY_MS = 86_400_000;
/** Few enough for a test to have more. */
const WAITING_MAX = 50;
const server = useServer();

/** Somebody who is told, and how they answer: after a while, with a status, or never. */
interface Crm extends Receiver {
  readonly received: {
    readonly body: string;
    readonly headers: Record<string, string>;
  }[];
  status: number;
  hangs: boolean;
  http: Server;
}

const open: Engine[] = [];
const crms: Crm[] = [];
beforeEach(async () => {
  await server.db.deleteFrom("outbox").execute();
  await server.db.deleteFrom("receivers").execute();
});
afterEach(async () => {
  for (const { http } of crms.splice(0)) {
    http.closeAllConnections();
    http.close();
  }
  const used = open.length > 0;
  for (const engine of open.splice(0)) await engine.stop(0);
  if (used) await sql`truncate pgboss.job`.execute(server.db);
});

async function crm(
  kinds: readonly string[] = [],
  ...secrets: readonly string[]
): Promise<Crm> {
  const [now = "told", ...before] = secrets;
  const http = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        String(value),
      ]),
    );
    one.received.push({ body, headers });
    if (!one.hangs) response.writeHead(one.status).end();
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const port = String(Object(http.address()).port);
  const one: Crm = {
    name: randomUUID(),
    address: new URL(`http://127.0.0.1:${port}/`),
    secrets: [now, ...before],
    kinds,
    received: [],
    status: 200,
    hangs: false,
    http,
  };
  crms.push(one);
  return one;
}

/** A process that delivers to some receivers. */
async function processOf(...receivers: readonly Receiver[]) {
  const engine = await openEngine({ db: server.db, log: silentLog });
  open.push(engine);
  const services = {
    db: server.db,
    now: () => new Date(server.clock.ms),
    sender: engine,
    waitingMax: WAITING_MAX,
  };
  const queues = receivers.map((one) => deliveries(services, one));
  await engine.work(queues);
  const look = () => queues.forEach(({ name }) => engine.wake(name));
  look();
  return look;
}

const write = async (count: number, kind: "contact.stored" | "payment.taken") =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      writeMessage(server.db, {
        kind,
        payload: { i },
        now: new Date(server.clock.ms),
      }),
    ),
  );
const numbersOf = ({ received }: Crm) =>
  received.map(({ body }) => Number(Object(JSON.parse(body)).data.i));
const waiting = async () =>
  Number(
    (
      await sql<{ count: number }>`select count(*) as count from pgboss.job
        where state < 'completed' and name like 'deliveries-%'`.execute(
        server.db,
      )
    ).rows[0]?.count,
  );

test("contacts and payments are told as Standard Webhooks say, to whoever wants them", async () => {
  const [all, payments] = [
    await crm(),
    await crm(
      ["payment.taken"],
      `whsec_${Buffer.alloc(24, 7).toString("base64")}`,
      `whsec_${Buffer.alloc(24, 8).toString("base64")}`,
    ),
  ];
  const visitor = await arrive(server);
  const contact = {
    method: "POST",
    body: { event_id: randomUUID(), email: "bob@mail.example" },
  };
  const path = "/api/visitor/store-contact-info";
  await Promise.all([visitor.call(path, contact), visitor.call(path, contact)]);
  const { id, url } = await openHosted(visitor);
  await post(visitor, url, goodCard);
  // The receiver's clock is this machine's: what is older than five minutes is refused.
  server.clock.ms = Date.now();
  const look = await processOf(all, payments);
  await expect.poll(() => all.received.length).toBe(2);
  await expect.poll(() => payments.received.length).toBe(1);
  await expect.poll(waiting).toBe(0);
  look();
  const told = all.received.map(({ body, headers }) => {
    const key = new TextEncoder().encode(all.secrets[0]);
    return new Webhook(key, { format: "raw" }).verify(body, headers);
  });
  expect(told).toContainEqual({
    type: "contact.stored",
    timestamp: expect.any(String),
    data: { ...contact.body, brand: "calm", funnel: null },
  });
  expect(told).toContainEqual({
    type: "payment.taken",
    timestamp: expect.any(String),
    data: expect.objectContaining({ checkout_id: id, amount: 999 }),
  });
  const [payment] = payments.received;
  if (payment === undefined) throw new Error("nothing was told");
  const { body, headers } = payment;
  // Whoever has the secret of before takes it as well as whoever has the one of now.
  for (const secret of payments.secrets) {
    const receiver = new Webhook(secret);
    expect(receiver.verify(body, headers)).toMatchObject({
      type: "payment.taken",
    });
    expect(() => receiver.verify(`${body} `, headers)).toThrow(/signature/i);
  }
  expect(payments.secrets).toHaveLength(2);
});

test("a receiver that does not answer holds up no other, and another message of its own neither", async () => {
  const [hanging, other] = [await crm(), await crm()];
  hanging.hangs = true;
  await write(20, "contact.stored");
  await processOf(hanging, other);
  await expect.poll(() => other.received.length).toBe(20);
  await expect.poll(() => hanging.received.length).toBe(16);
});

test("each of 20 messages is told once by two processes, however long the receiver needs", async () => {
  const slow = await crm();
  slow.hangs = true;
  await write(20, "contact.stored");
  const looks = [await processOf(slow), await processOf(slow)];
  await expect.poll(() => slow.received.length).toBe(20);
  // Long after the time that the engine before gave to a whole batch, nobody else has taken one.
  for (let i = 0; i < 5; i += 1) {
    looks.forEach((look) => look());
    for (const engine of open) await engine.maintain();
  }
  expect(new Set(numbersOf(slow)).size).toBe(20);
  expect(slow.received).toHaveLength(20);
});

test("what is refused is told again under the same id", async () => {
  const receiver = await crm();
  receiver.status = 500;
  await write(1, "contact.stored");
  const look = await processOf(receiver);
  await expect.poll(() => receiver.received.length).toBe(1);
  const state = async () =>
    (
      await sql<{
        state: string;
      }>`select state from pgboss.job where name like ${`%${receiver.name}`}`.execute(
        server.db,
      )
    ).rows.map((row) => row.state);
  await expect.poll(state).toEqual(["retry"]);
  receiver.status = 204;
  await sql`update pgboss.job set start_after = now() - interval '1 second'`.execute(
    server.db,
  );
  look();
  await expect.poll(state).toEqual([]);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test("a receiver that is new is told what was there before it, as long as that is kept", async () => {
  const first = await crm();
  await write(3, "contact.stored");
  server.clock.ms += 31 * DAY_MS;
  await deleteOutlived(server.db, new Date(server.clock.ms));
  await write(120, "contact.stored");
  await write(2, "payment.taken");
  const look = await processOf(first);
  const later = await crm(["payment.taken"]);
  await processOf(later);
  await expect.poll(() => later.received.length).toBe(2);
  let most = 0;
  await expect
    .poll(async () => {
      look();
      most = Math.max(most, await waiting());
      return first.received.length;
    })
    .toBe(122);
  // Those that are on their way have made room for others.
  expect(most).toBeLessThanOrEqual(WAITING_MAX + 16);
  await expect.poll(waiting).toBe(0);
  const ids = first.received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(122);
});

test("what is written at the same moment is told in the order in which it was written", async () => {
  const now = new Date(server.clock.ms);
  for (let i = 0; i < 50; i += 1)
    await writeMessage(server.db, {
      kind: "payment.taken",
      payload: { i },
      now,
    });
  await givePlaces(server.db);
  const told = await server.db
    .selectFrom("outbox")
    .select("payload")
    .orderBy("place")
    .execute();
  expect(told.map(({ payload }) => payload["i"])).toEqual([
    ...Array(50).keys(),
  ]);
});

test("one that is not reached is told later, and the job says why", async () => {
  const gone = await crm();
  gone.http.close();
  await once(gone.http, "close");
  await write(1, "payment.taken");
  await processOf(gone);
  const reasons = async () =>
    (await findLiving(server.db, {}, 10)).map(({ state, tries, error }) => ({
      state,
      tries,
      error,
    }));
  const error = "Error: the receiver is not reached: ECONNREFUSED";
  await expect.poll(reasons).toEqual([{ state: "retrying", tries: 1, error }]);
});

test("an operator has it told once more under the same id", async () => {
  const receiver = await crm();
  await write(1, "payment.taken");
  const look = await processOf(receiver);
  await expect.poll(() => receiver.received.length).toBe(1);
  const idOf = (at: number) =>
    receiver.received[at]?.headers["webhook-id"] ?? "";
  const again = [{ id: randomUUID(), data: { message: idOf(0) } }];
  await open.at(-1)?.send(`deliveries-${receiver.name}`, again, server.db);
  look();
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(idOf(1)).toBe(idOf(0));
});

test("nothing is forgotten that somebody has not been told; whoever was gone for a month holds nothing", async () => {
  const now = () => new Date(server.clock.ms);
  const { db } = server;
  await write(1, "contact.stored");
  await db
    .insertInto("receivers")
    .values({ name: "behind", place: 0, seen_at: now() })
    .execute();
  const left = async () =>
    (await db.selectFrom("outbox").select("message_id").execute()).length;
  server.clock.ms += 31 * DAY_MS;
  await db.updateTable("receivers").set({ seen_at: now() }).execute();
  await deleteOutlived(db, now());
  expect(await left()).toBe(1);
  await db.updateTable("outbox").set({ place: 1 }).execute();
  await deleteOutlived(db, now());
  expect(await left()).toBe(1);
  server.clock.ms += 31 * DAY_MS;
  await deleteOutlived(db, now());
  expect(await left()).toBe(0);
});
