import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { erasePerson } from "../db/erase.ts";
import {
  failPreview,
  findRequest,
  type PreviewRequest,
} from "../db/previews.ts";
import { MAINTENANCE_S, openEngine } from "../jobs/engine.ts";
import { PICTURE_LIMITS, previews, wakePreviews } from "../jobs/previews.ts";
import type { Queue } from "../jobs/run-queue.ts";
import { type Log, silentLog } from "../log.ts";
import { PictureError } from "../pictures/picture-service.ts";
import { arrive } from "../testing/calls.ts";
import {
  idOf,
  order,
  postForm,
  SEND,
  statusOf,
  usePictures,
} from "./pictures.fixture.ts";
import type { MakePicture } from "./make-picture.ts";
import { pictureProcess } from "./picture-process.ts";

const { server, work, rowOf } = usePictures();
const picture = async () => new Uint8Array([1]);
/** `PREVIEW_LIMIT_MS` of the pages. */
const VISITOR_WAITS_S = 180;

/** A process that makes the pictures that wait until the test ends. */
async function processOf(
  make: MakePicture,
  limits: Partial<Queue> = {},
  log: Log = silentLog,
) {
  const { db } = server;
  const engine = await openEngine({ db, log: silentLog });
  onTestFinished(() => engine.stop(0));
  const now = () => new Date(server.clock.ms);
  const services = {
    db,
    now,
    log,
    sender: engine,
    limits: PICTURE_LIMITS.builtIn,
    make,
  };
  await engine.work([{ ...previews(services), ...limits }]);
  wakePreviews(engine);
  return engine;
}

describe("a picture's job", () => {
  test.each<[string, PictureError["kind"] | null, boolean, string]>([
    ["that could not be stored waits", null, false, "pending"],
    ["that could not be stored at last fails", null, true, "failed"],
    ["that nobody could do now waits", "unavailable", false, "pending"],
    ["that nobody could do at last fails", "unavailable", true, "failed"],
    ["that is refused fails at once", "refused", false, "failed"],
    ["whose picture is none fails at once", "unusable", false, "failed"],
  ])("%s", async (_, kind, isLast, status) => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    const fail = () =>
      Promise.reject(
        kind === null
          ? new Error("the database is away")
          : new PictureError(kind, "not now"),
      );
    const again = await work(fail, { isLast });
    expect(again).toHaveLength(status === "pending" ? 1 : 0);
    expect((await statusOf(visitor, id))["status"]).toBe(status);
    expect((await rowOf(id)).photo === null).toBe(status === "failed");
  });

  test("that a stopping server ends is left to the next one, even at its last try", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    const stopping = new AbortController();
    const again = await work(
      async () => {
        stopping.abort();
        throw new PictureError("unavailable", "the server stops");
      },
      { isLast: true, signal: stopping.signal },
    );
    expect(again).toHaveLength(1);
    await work(picture);
    expect((await statusOf(visitor, id))["status"]).toBe("completed");
  });

  test("whose time is over at its last try fails, and waits no longer", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    const make = async (_: PreviewRequest, signal: AbortSignal) => {
      // On a busy machine its time is over before it begins.
      if (!signal.aborted) await once(signal, "abort");
      throw new PictureError("unavailable", "its process has ended");
    };
    await processOf(make, { limitS: 0.01, retries: 0 });
    await expect
      .poll(async () => (await statusOf(visitor, id))["status"])
      .toBe("failed");
  });

  test("of a built-in style is made again while its visitor waits, should its process be killed", async () => {
    const id = await order(await arrive(server));
    const engine = await processOf((_, signal) =>
      once(signal, "abort").then(picture),
    );
    const taken = async () => {
      const { rows } = await sql<{ lease: string; delay: number }>`
        select extract(epoch from expire_in) as lease, retry_delay as delay
        from pgboss.job
        where name = 'previews' and data ->> 'id' = ${id} and state = 'active'`.execute(
        server.db,
      );
      return rows;
    };
    await expect.poll(taken).toHaveLength(1);
    const [job = { lease: "", delay: 0 }] = await taken();
    await engine.stop(0);
    // Its lease ends, that is found, and the second try waits for at most twice its delay.
    const isTriedAfterS = Number(job.lease) + MAINTENANCE_S + 2 * job.delay;
    expect(isTriedAfterS).toBeGreaterThan(60);
    expect(isTriedAfterS).toBeLessThan(VISITOR_WAITS_S - 30);
  });

  test("whose process dies at its last try fails with a line in the log, and its photograph is deleted", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    let isBegun = false;
    const dies: MakePicture = (_, signal) => {
      isBegun = true;
      return once(signal, "abort").then(picture);
    };
    await processOf(dies, { retries: 0 });
    await expect.poll(() => isBegun).toBe(true);
    await sql`update pgboss.job set started_on = now() - interval '1 hour'`.execute(
      server.db,
    );
    const log = vi.fn<Log>();
    const alive = await processOf(picture, { retries: 0 }, log);
    await alive.maintain();
    wakePreviews(alive);
    await expect
      .poll(async () => (await statusOf(visitor, id))["status"])
      .toBe("failed");
    expect((await rowOf(id)).photo).toBeNull();
    expect(log).toHaveBeenCalledWith({
      level: "error",
      message: "preview failed",
      error: "its process has died at the last try",
    });
  });

  test.each<[string, () => Promise<Uint8Array>]>([
    ["completed", picture],
    ["failed", () => Promise.reject(new PictureError("refused", "no"))],
  ])(
    "that is %s is told to the outside once, and erased with its visitor",
    async (status, make) => {
      const visitor = await arrive(server);
      const id = await order(visitor);
      await work(make);
      await failPreview(server.db, { id, now: new Date(server.clock.ms) });
      const told = async () => {
        const rows = await server.db
          .selectFrom("outbox")
          .select(["kind", "payload"])
          .execute();
        return rows.filter(({ payload }) => payload["preview_id"] === id);
      };
      expect(await told()).toEqual([
        {
          kind: `preview.${status}`,
          payload: {
            preview_id: id,
            brand: "calm",
            styles: expect.any(Array),
          },
        },
      ]);
      const email = `${randomUUID()}@mail.example`;
      await visitor.call("/api/visitor/store-contact-info", {
        method: "POST",
        body: { event_id: randomUUID(), email },
      });
      await erasePerson(server.db, email, new Date(server.clock.ms));
      expect(await told()).toEqual([]);
    },
  );

  test("that is to be tried again goes with its visitor", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    const engine = await processOf(() =>
      Promise.reject(new PictureError("unavailable", "no")),
    );
    // What others have left, dead letters among it, is none of its states.
    const states = async () => {
      const { rows } = await sql<{ state: string }>`
        select state from pgboss.job
        where name = 'previews' and data ->> 'id' = ${id}`.execute(server.db);
      return rows.map(({ state }) => state);
    };
    await expect.poll(states).toEqual(["retry"]);
    await engine.stop(0);
    const email = `${randomUUID()}@mail.example`;
    await visitor.call("/api/visitor/store-contact-info", {
      method: "POST",
      body: { event_id: randomUUID(), email },
    });
    await erasePerson(server.db, email, new Date(server.clock.ms));
    expect(await states()).toEqual([]);
  });

  test("that was settled meanwhile changes nothing, and is not done again", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    await work(async () => {
      await failPreview(server.db, { id, now: new Date(server.clock.ms) });
      return new Uint8Array([1]);
    });
    expect((await rowOf(id)).picture).toBeNull();
    expect((await statusOf(visitor, id))["status"]).toBe("failed");
    expect(await findRequest(server.db, id)).toBeNull();
  });
});

describe("the pictures that wait", () => {
  test("are made in turns of the networks that they were asked for from", async () => {
    const ask = async (address: string, prompt: string) => {
      const visitor = await arrive(server, { "x-forwarded-for": address });
      const fields = { prompt: JSON.stringify(prompt) };
      return idOf(await postForm(visitor, SEND, fields));
    };
    for (let i = 1; i <= 4; i += 1) await ask("198.51.100.7", `many ${i}`);
    await ask("198.51.100.8", "second");
    const made: (string | null)[] = [];
    let isHeld = true;
    const make = async ({ prompt }: PreviewRequest) => {
      made.push(prompt);
      await expect.poll(() => isHeld).toBe(false);
      return picture();
    };
    await processOf(make);
    await expect.poll(() => made).toEqual(["many 1"]);
    await ask("198.51.100.9", "third");
    isHeld = false;
    await expect.poll(() => made.length).toBe(6);
    const turns = ["many 1", "second", "third", "many 2", "many 3", "many 4"];
    expect(made).toEqual(turns);
  });
});

describe("a process that makes pictures", () => {
  const request = { photo: null, styles: null, prompt: "A lake in winter" };
  const { signal } = new AbortController();

  test(
    "is not the one that asks, and says why there is none",
    { tags: "long" },
    async () => {
      const process = pictureProcess(null);
      const [one, other] = await Promise.all([
        process.make(request, signal),
        process.make(request, signal),
      ]);
      expect([...one.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
      expect(other.length).toBe(one.length);
      const photo = new Uint8Array([1, 2, 3]);
      const broken = { photo, styles: ["mosaic" as const], prompt: null };
      await expect(process.make(broken, signal)).rejects.toThrow(/image/i);
      process.stop();
    },
  );

  test(
    "that ends, or is ended, makes what it was at unavailable, and the next picture after it",
    { tags: "long" },
    async () => {
      const process = pictureProcess(null);
      const stopping = new AbortController();
      const made = process.make(request, stopping.signal);
      stopping.abort();
      await expect(made).rejects.toMatchObject({ kind: "unavailable" });
      expect((await process.make(request, signal)).length).toBeGreaterThan(0);
      process.stop();
    },
  );

  test("is waited for once, however many pictures were lost with it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const process = pictureProcess(null);
    const lost = [1, 2, 3].map(() => process.make(request, signal));
    process.stop();
    for (const one of lost)
      await expect(one).rejects.toMatchObject({ kind: "unavailable" });
    expect(vi.getTimerCount()).toBe(1);
    process.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  test(
    "asks the image service where there is one",
    { tags: "long" },
    async () => {
      const address = new URL("http://127.0.0.1:9/");
      const process = pictureProcess({ address, key: null });
      const asked = process.make(request, signal);
      await expect(asked).rejects.toMatchObject({ kind: "unavailable" });
      process.stop();
    },
  );
});
