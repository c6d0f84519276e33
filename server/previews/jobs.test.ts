import { describe, expect, test } from "vitest";
import { claimPreview, type PreviewRequest } from "../db/previews.ts";
import { PictureError } from "../pictures/picture-service.ts";
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
    // It does what comes later, and leaves what another has claimed.
    const later = await order(visitor);
    worker.wake();
    expect((await settled(visitor, later))["status"]).toBe("completed");
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

  test.each<[string, PictureError["kind"], number]>([
    ["that nobody could do now are tried three times", "unavailable", 3],
    ["that are refused are not tried again", "refused", 1],
    ["whose picture is none are not tried again", "unusable", 1],
  ])("%s", async (_, kind, tries) => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    let tried = 0;
    const worker = work(async () => {
      tried += 1;
      throw new PictureError(kind, "not now");
    });
    for (let i = 1; i <= tries; i += 1) {
      await expect.poll(() => tried).toBe(i);
      // Until its turn is over, nobody else may have it.
      await expect.poll(async () => (await rowOf(id)).attempts).toBe(i);
      server.clock.ms += CLAIM_MS + 1;
      worker.wake();
    }
    expect((await settled(visitor, id))["status"]).toBe("failed");
    await worker.stop();
    expect(tried).toBe(tries);
    expect((await rowOf(id)).photo).toBeNull();
  });

  test("that a stopping server leaves are done by the next one", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    let begun = false;
    const leaving = work(async (_request, signal) => {
      begun = true;
      await new Promise((done) => signal.addEventListener("abort", done));
      throw new PictureError("unavailable", "the server stops");
    });
    await expect.poll(() => begun).toBe(true);
    await leaving.stop();
    expect((await rowOf(id)).status).toBe("pending");
    server.clock.ms += CLAIM_MS + 1;
    const worker = work(async () => new Uint8Array([1]));
    expect((await settled(visitor, id))["status"]).toBe("completed");
    await worker.stop();
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
