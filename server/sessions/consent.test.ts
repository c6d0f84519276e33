import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { deleteOutlived } from "../db/cleanup.ts";
import {
  arrive,
  expectAnswer,
  expectProblem,
  readObject,
  type Visitor,
} from "../testing/calls.ts";
import { useServer } from "../testing/server.ts";
import { digest } from "../token.ts";
import { SESSION_HEADER, SESSION_TTL_S } from "./session.ts";

const CALL = "/api/visitor/store-consent";
const AT = "2026-11-24T08:00:00.000Z";
const server = useServer();

const choice = (purposes: readonly string[] = ["measurement", "replay"]) => ({
  event_id: randomUUID(),
  version: 1,
  chosen_at: AT,
  purposes,
});
const store = async (visitor: Visitor, body: unknown) =>
  visitor.call(CALL, { method: "POST", body });
const kept = async ({ session }: Visitor) =>
  server.db
    .selectFrom("consents")
    .selectAll()
    .where("session_id", "=", digest(session))
    .orderBy("stored_at")
    .execute();

test("a choice is kept with the question, its time and ours, once for an event", async () => {
  const visitor = await arrive(server);
  const before = server.clock.ms;
  const body = choice();
  const answers = [await store(visitor, body), await store(visitor, body)];
  for (const answer of answers)
    expect(expectAnswer("store-consent", answer)).toEqual({
      event_id: body.event_id,
    });
  // The same ones in another order are the same choice.
  expectAnswer(
    "store-consent",
    await store(visitor, { ...body, purposes: ["replay", "measurement"] }),
  );
  expect(await kept(visitor)).toEqual([
    {
      session_id: digest(visitor.session),
      event_id: body.event_id,
      visitor_id: visitor.visitorId,
      brand: "calm",
      version: 1,
      purposes: ["measurement", "replay"],
      chosen_at: new Date(AT),
      stored_at: expect.any(Date),
    },
  ]);
  const [row] = await kept(visitor);
  expect(row?.stored_at.getTime()).toBeGreaterThan(before);
});

test("a withdrawal is one more row: what held before can still be shown", async () => {
  const visitor = await arrive(server);
  await store(visitor, choice());
  server.clock.ms += 1_000;
  await store(visitor, { ...choice([]), version: 2 });
  expect(
    (await kept(visitor)).map(({ version, purposes }) => [version, purposes]),
  ).toEqual([
    [1, ["measurement", "replay"]],
    [2, []],
  ]);
});

test("a device whose clock begins anew, or knows more days than the calendar, may choose as well", async () => {
  const visitor = await arrive(server);
  for (const chosen_at of [
    "1970-01-01T00:00:00.000Z",
    "2026-02-31T00:00:00.000Z",
  ])
    expectAnswer(
      "store-consent",
      await store(visitor, { ...choice(), chosen_at }),
    );
  const times = (await kept(visitor)).map(({ chosen_at }) => +chosen_at);
  expect(new Set(times)).toEqual(new Set([0, Date.UTC(2026, 2, 3)]));
});

test("without a session, one is made, as for a contact", async () => {
  const answer = await server.send(CALL, { method: "POST", body: choice() });
  expectAnswer("store-consent", answer);
  expect(answer.headers[SESSION_HEADER]).toBeTypeOf("string");
});

test("an event that says something else, and what is no choice, are refused", async () => {
  const visitor = await arrive(server);
  const body = choice();
  await store(visitor, body);
  for (const changes of [
    { purposes: [] },
    { version: 2 },
    { chosen_at: "2026-11-24T08:00:01.000Z" },
  ])
    expectProblem(
      "event-reused",
      await store(visitor, { ...body, ...changes }),
    );
  for (const changes of [
    { purposes: ["everything"] },
    { purposes: ["replay", "replay"] },
    { version: 0 },
    { chosen_at: "2026-13-24T08:00:00.000Z" },
    { chosen_at: "2026-11-24T08:00:00.000+01:00" },
    { chosen_at: "yesterday" },
    { email: "ann@mail.example" },
  ])
    expectProblem("invalid", await store(visitor, { ...choice(), ...changes }));
  expect(await kept(visitor)).toHaveLength(1);
});

test("whoever asks for a copy is shown their choices, to operators in words", async () => {
  const visitor = await arrive(server);
  const email = `${randomUUID()}@mail.example`;
  await store(visitor, choice());
  await store(visitor, choice([]));
  await visitor.call("/api/visitor/store-contact-info", {
    method: "POST",
    body: { event_id: randomUUID(), email },
  });
  const query = new URLSearchParams({ email }).toString();
  const { json } = await server.send(`/api/admin/contacts/export?${query}`);
  expect(readObject(json)["privacy_choices"]).toMatchObject([
    { brand: "calm", version: 1, purposes: ["measurement", "replay"] },
    { brand: "calm", version: 1, purposes: [] },
  ]);
  const { text } = await server.send(`/api/admin/contacts/person?${query}`, {
    headers: { accept: "text/plain" },
  });
  expect(text).toContain("Privacy choices");
  expect(text).toContain("Visits");
  expect(text).toMatch(/2026-11-24 08:00 UTC +calm +measurement, replay +1\n/);
  expect(text).toMatch(/2026-11-24 08:00 UTC +calm +nothing +1\n/);
});

test("a choice of an earlier visit, of which nothing else is left, belongs to whoever came back with the device", async () => {
  const device = { "x-device-id": randomUUID() };
  const first = await arrive(server, device);
  await store(first, choice(["marketing"]));
  const stranger = await arrive(server);
  await store(stranger, choice());
  server.clock.ms += 2 * SESSION_TTL_S * 1_000;
  await deleteOutlived(server.db, new Date(server.clock.ms));
  const again = await arrive(server, device);
  const email = `${randomUUID()}@mail.example`;
  await again.call("/api/visitor/store-contact-info", {
    method: "POST",
    body: { event_id: randomUUID(), email },
  });
  await store(again, choice([]));
  const query = new URLSearchParams({ email }).toString();
  const { json } = await server.send(`/api/admin/contacts/export?${query}`);
  expect(readObject(json)["privacy_choices"]).toMatchObject([
    { purposes: ["marketing"] },
    { purposes: [] },
  ]);
  const erased = await server.send("/api/admin/contacts/erase", {
    method: "POST",
    body: { email },
  });
  expect(erased.json).toMatchObject({ deleted: { privacy_choices: 2 } });
  expect([...(await kept(first)), ...(await kept(again))]).toEqual([]);
  expect(await kept(stranger)).toHaveLength(1);
});
