import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { arrive, expectAnswer, expectProblem } from "../testing/calls.ts";
import {
  idOf,
  order,
  postForm,
  SEND,
  settled,
  STATUS,
  statusOf,
  usePictures,
} from "./pictures.fixture.ts";
import { KEEP_MS } from "./worker.ts";

const { server, work, rowOf } = usePictures();
const DOWNLOAD = "/ai-api/visitor/download-preview-img";

describe("a picture", () => {
  test("is pending, then completed, and can be fetched by its own session alone", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    expect(await statusOf(visitor, id)).toEqual({
      id,
      status: "pending",
      new_image: null,
    });
    expectProblem(
      "preview-unfinished",
      await visitor.call(`${DOWNLOAD}/${id}`),
    );
    const worker = work();
    expect(await settled(visitor, id)).toEqual({
      id,
      status: "completed",
      new_image: `/visitor/download-preview-img/${id}`,
    });
    await worker.stop();
    const { headers, bytes } = await visitor.call(`${DOWNLOAD}/${id}`);
    expect(headers["content-type"]).toBe("image/jpeg");
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: "jpeg",
      width: 819,
      height: 1024,
    });
    for (const other of [await arrive(server), { call: server.send }]) {
      expectProblem("preview-unknown", await other.call(`${DOWNLOAD}/${id}`));
      expectProblem("preview-unknown", await other.call(`${STATUS}?id=${id}`));
    }
    expect((await rowOf(id)).photo).toBeNull();
  });

  test("without an id the newest one of the session is meant; none is a 404", async () => {
    const visitor = await arrive(server);
    expectProblem("preview-unknown", await visitor.call(STATUS));
    await order(visitor);
    const id = await order(visitor);
    const answer = expectAnswer(
      "check-preview-status",
      await visitor.call(STATUS),
    );
    expect(answer["id"]).toBe(id);
    expect((await visitor.call(`${STATUS}?id=x`)).status).toBe(422);
    expectProblem("preview-unknown", await visitor.call(`${DOWNLOAD}/x`));
  });

  test("can be grown from a prompt alone, and keeps the device that asked", async () => {
    const visitor = await arrive(server);
    const id = idOf(
      await postForm(visitor, SEND, {
        prompt: JSON.stringify("A lake in winter"),
        device_id: "d-1",
      }),
    );
    expect(await rowOf(id)).toMatchObject({ photo: null, device_id: "d-1" });
    const worker = work();
    expect((await settled(visitor, id))["status"]).toBe("completed");
    await worker.stop();
  });

  test("that cannot be made has failed, and the photograph is gone", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    const worker = work(() => Promise.reject(new Error("broken")));
    expect((await settled(visitor, id))["status"]).toBe("failed");
    await worker.stop();
    expect((await rowOf(id)).photo).toBeNull();
  });

  test("is deleted after a week", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    let worker = work();
    await settled(visitor, id);
    await worker.stop();
    server.clock.ms += KEEP_MS - 60_000;
    await work().stop();
    expect((await rowOf(id)).status).toBe("completed");
    server.clock.ms += 120_000;
    worker = work();
    await expect.poll(() => rowOf(id).catch(() => null)).toBeNull();
    await worker.stop();
  });
});
