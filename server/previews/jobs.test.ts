import { describe, expect, test } from "vitest";
import { claimPreview, type PreviewRequest } from "../db/previews.ts";
import { arrive, type Visitor } from "../testing/calls.ts";
import {
  idOf,
  order,
  postForm,
  SEND,
  settled,
  statusOf,
  usePictures,
} from "./pictures.fixture.ts";
import { CLAIM_MS } from "./worker.ts";

const { server, work, rowOf } = usePictures();

describe("jobs", () => {
  test("that were left behind are done after a restart", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    const claim = claimNow("dead");
    expect((await claim)?.id).toBe(id);
    const worker = work();
    await new Promise((done) => setTimeout(done, 200));
    expect((await statusOf(visitor, id))["status"]).toBe("pending");
    server.clock.ms += CLAIM_MS + 1;
    worker.wake();
    expect((await settled(visitor, id))["status"]).toBe("completed");
    await worker.stop();
  });

  test("are done once, however many workers there are, and one at a time by each", async () => {
    const visitors = [await arrive(server), await arrive(server)];
    const made: string[] = [];
    let atOnce = 0;
    const make = async ({ prompt }: PreviewRequest) => {
      atOnce += 1;
      expect(atOnce).toBeLessThan(3);
      made.push(prompt ?? "");
      await new Promise((done) => setTimeout(done, 30));
      atOnce -= 1;
      return new Uint8Array([1]);
    };
    const ids: [Visitor, string][] = [];
    for (let i = 0; i < 8; i += 1) {
      const visitor = visitors[i % 2];
      if (visitor === undefined) continue;
      const prompt = JSON.stringify(`picture ${i}`);
      ids.push([visitor, idOf(await postForm(visitor, SEND, { prompt }))]);
    }
    const workers = [work(make), work(make)];
    for (const [visitor, id] of ids)
      expect((await settled(visitor, id))["status"]).toBe("completed");
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(made.toSorted()).toEqual(
      Array.from({ length: 8 }, (_, i) => `picture ${i}`),
    );
  });

  test("that three processes died over are given up", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    for (let i = 0; i < 3; i += 1) {
      expect((await claimNow(`dead-${i}`))?.id).toBe(id);
      expect(await claimNow("another")).toBeNull();
      server.clock.ms += CLAIM_MS + 1;
    }
    expect(await claimNow("fourth")).toBeNull();
    expect((await statusOf(visitor, id))["status"]).toBe("failed");
  });

  test("that somebody else took over are not overwritten", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    const worker = work(async () => {
      await server.db
        .updateTable("preview_jobs")
        .set({ claimed_by: "another" })
        .execute();
      return new Uint8Array([1]);
    });
    await expect.poll(async () => (await rowOf(id)).claimed_by).toBe("another");
    await worker.stop();
    expect((await rowOf(id)).status).toBe("pending");
  });

  function claimNow(worker: string) {
    const now = new Date(server.clock.ms);
    const until = new Date(server.clock.ms + CLAIM_MS);
    return claimPreview(server.db, { worker, now, until });
  }
});
