import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Session } from "../db/sessions.ts";
import type { ProviderCall } from "../db/tables.ts";
import { useServer } from "../testing/server.ts";
import { arrive } from "../testing/calls.ts";
import { inCall } from "../testing/context.ts";
import { once, readKey } from "./idempotency.ts";

/** After so long, a charge without an end is taken to have died. */
const ABANDONED_MS = 180_000;
const server = useServer();
let session: Session;
let key = "";
let works = 0;
let now = 0;
beforeEach(async () => {
  const visitor = await arrive(server);
  now = server.clock.ms;
  const { session_id } = await server.db
    .selectFrom("sessions")
    .select("session_id")
    .where("visitor_id", "=", visitor.visitorId)
    .executeTakeFirstOrThrow();
  const { visitorId } = visitor;
  session = { id: session_id, visitorId, isNewVisitor: true };
  key = randomUUID();
  works = 0;
});

/** A call with the key of this test; `work` counts. */
function call(
  request: unknown,
  work: () => Promise<unknown> = () => Promise.resolve(),
  kind: ProviderCall = "charging",
) {
  const services = { db: server.db, now: () => new Date(now) };
  return once(services, session, key, request, {
    call: kind,
    work: async () => {
      works += 1;
      await work();
      return { n: works };
    },
    read: (stored) => ({ n: Number(Object(stored).n) }),
  });
}

const never = () => new Promise(() => undefined);
/** The code of the problem by which a call is refused. */
const failure = (work: Promise<unknown>) =>
  work.then(
    () => "it is not",
    (error: unknown) =>
      /^ProblemError: ([\w-]+)/.exec(String(error))?.[1] ?? error,
  );

test("the same key and request do the work once, and get the same answer", async () => {
  expect(await call({ a: 1 })).toEqual({ n: 1 });
  expect(await call({ a: 1 })).toEqual({ n: 1 });
  expect(works).toBe(1);
});

test("another request under the same key is refused", async () => {
  await call({ a: 1 });
  expect(await failure(call({ a: 2 }))).toBe("key-reused");
  expect(works).toBe(1);
});

test.each<[ProviderCall, number]>([
  ["opening", 60_000],
  ["charging", ABANDONED_MS],
])(
  "while %s is at work the same is told so, and takes over after %i ms what died",
  async (kind, ms) => {
    const same = () => call({ a: 1 }, undefined, kind);
    void call({ a: 1 }, never, kind);
    await expect.poll(() => works).toBe(1);
    now += ms;
    expect(await failure(same())).toBe("in-flight");
    expect(works).toBe(1);
    now += 1;
    expect(await same()).toEqual({ n: 2 });
    expect(await call({ a: 1 })).toEqual({ n: 2 });
  },
);

test("what was taken for dead and ends after all leaves the next one's claim alone", async () => {
  let end: (error: Error | null) => void = () => undefined;
  const late = () =>
    new Promise<void>((done, fail) => {
      end = (error) => (error === null ? done() : fail(error));
    });
  for (const error of [null, new Error("too late")]) {
    key = randomUUID();
    works = 0;
    const first = call({ a: 1 }, late).catch((reason: unknown) => reason);
    await expect.poll(() => works).toBe(1);
    const endFirst = end;
    now += ABANDONED_MS + 1;
    const second = call({ a: 1 }, late);
    await expect.poll(() => works).toBe(2);
    endFirst(error);
    await first;
    expect(await failure(call({ a: 1 }))).toBe("in-flight");
    end(null);
    expect(await second).toEqual({ n: 2 });
    expect(await call({ a: 1 })).toEqual({ n: 2 });
    expect(works).toBe(2);
  }
});

test("another request never takes over what died", async () => {
  void call({ a: 1 }, never);
  await expect.poll(() => works).toBe(1);
  now += 10 * ABANDONED_MS;
  expect(await failure(call({ a: 2 }))).toBe("key-reused");
  expect(works).toBe(1);
});

test("work that fails leaves no trace, and can be tried again with another request", async () => {
  const refusal = new Error("the provider is away");
  expect(await failure(call({ a: 1 }, () => Promise.reject(refusal)))).toBe(
    refusal,
  );
  expect(await call({ a: 2 })).toEqual({ n: 2 });
});

test("the key is a UUID, in letters of either size", async () => {
  const read = (headers: Record<string, string>) => inCall(readKey, headers);
  const given = { "idempotency-key": key.toUpperCase() };
  expect(await read(given)).toBe(key);
  for (const headers of [{}, { "idempotency-key": "1" }])
    expect(await failure(read(headers))).toBe("headers-missing");
});
