import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { arrive, expectAnswer, expectProblem } from "../testing/calls.ts";
import {
  idOf,
  order,
  postForm,
  SEND,
  STATUS,
  statusOf,
  usePictures,
} from "./pictures.fixture.ts";
import { forgetPreviews } from "../db/previews.ts";
import { PictureError } from "../pictures/picture-service.ts";

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
    await work();
    expect(await statusOf(visitor, id)).toEqual({
      id,
      status: "completed",
      new_image: `/visitor/download-preview-img/${id}`,
    });
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
    await work();
    expect((await statusOf(visitor, id))["status"]).toBe("completed");
  });

  test("that cannot be made has failed, and the photograph is gone", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    await work(() => Promise.reject(new PictureError("unusable", "broken")));
    expect((await statusOf(visitor, id))["status"]).toBe("failed");
    expect((await rowOf(id)).photo).toBeNull();
  });

  test("is deleted when it is too old", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    const { created_at } = await rowOf(id);
    await forgetPreviews(server.db, created_at);
    expect((await rowOf(id)).status).toBe("pending");
    await forgetPreviews(server.db, new Date(created_at.getTime() + 1));
    expect(await rowOf(id).catch(() => null)).toBeNull();
  });
});
