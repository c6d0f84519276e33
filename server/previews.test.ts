import sharp from "sharp";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import { claimPreview, type Commission } from "./db/previews.ts";
import { silentLog } from "./log.ts";
import { makePicture } from "./previews/make-picture.ts";
import { PHOTO_MAX_BYTES } from "./previews/photo.ts";
import { CLAIM_MS, KEEP_MS, startPreviewWorker } from "./previews/worker.ts";
import {
  type Answer,
  arrive,
  expectAnswer,
  expectProblem,
  readObject,
  startTestServer,
  type TestServer,
  type Visitor,
} from "./testing.ts";
import { systemRandom } from "./token.ts";

const SEND = "/ai-api/pre-reg-data";
const STATUS = "/ai-api/visitor/check-preview-status";
const DOWNLOAD = "/ai-api/visitor/download-preview-img";
const DUOTONE = JSON.stringify(["duotone"]);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
beforeEach(async () => {
  await server.db.deleteFrom("preview_jobs").execute();
});
afterAll(() => server.stop());

const photo = () =>
  sharp({
    create: { width: 320, height: 400, channels: 3, background: "#c96" },
  })
    .composite([
      {
        input: Buffer.from(
          '<svg><circle cx="160" cy="150" r="90" fill="#432"/></svg>',
        ),
      },
    ])
    .withExif({
      IFD0: { Copyright: "somebody" },
      IFD3: { GPSLatitude: "1/1" },
    });
const taken = photo().jpeg().toBuffer();
const jpeg = async () => fileOf(await taken);
const fileOf = (bytes: Uint8Array) =>
  new Blob([new Uint8Array(bytes)], { type: "image/jpeg" });

/** A picture for tests that look at the job alone. */
const blank = async () => new Uint8Array([1]);

function work(
  make: (commission: Commission) => Promise<Uint8Array> = makePicture,
) {
  return startPreviewWorker({
    db: server.db,
    now: () => new Date(server.clock.ms),
    random: systemRandom,
    log: silentLog,
    make,
  });
}

async function order(visitor: Visitor): Promise<string> {
  const fields = { image: await jpeg(), styles: DUOTONE };
  return idOf(await postForm(visitor, SEND, fields));
}

function idOf(answer: Answer): string {
  const { data } = expectAnswer("pre-reg-data", answer);
  return String(readObject(readObject(data)["data"])["id"]);
}

async function statusOf(visitor: Visitor, id: string) {
  const answer = await visitor.call(`${STATUS}?id=${id}`);
  return expectAnswer("check-preview-status", answer);
}

async function settled(visitor: Visitor, id: string) {
  for (;;) {
    const status = await statusOf(visitor, id);
    if (status["status"] !== "pending") return status;
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Posts form data as a page does; files are blobs. */
async function postForm(
  visitor: Pick<Visitor, "call">,
  path: string,
  fields: Readonly<Record<string, string | Blob>>,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Response(form);
  return visitor.call(path, {
    method: "POST",
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    body: new Uint8Array(await request.arrayBuffer()),
  });
}

const rowOf = (id: string) =>
  server.db
    .selectFrom("preview_jobs")
    .selectAll()
    .where("job_id", "=", id)
    .executeTakeFirstOrThrow();

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
    let worker = work(blank);
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

describe("an upload", () => {
  test("is written anew, upright and small, without what a camera adds", async () => {
    const visitor = await arrive(server);
    const large = await sharp(await taken)
      .resize(2_400, 3_000)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitude: "48/1 0/1 0/1" } })
      .jpeg()
      .toBuffer();
    expect(large.includes("Exif")).toBe(true);
    const fields = { image: fileOf(large), styles: DUOTONE };
    const id = idOf(await postForm(visitor, SEND, fields));
    const kept = Buffer.from((await rowOf(id)).photo ?? []);
    expect(await sharp(kept).metadata()).toMatchObject({
      format: "jpeg",
      width: 1_600,
      height: 1_280,
    });
    expect(kept.includes("Exif")).toBe(false);
  });

  test.each(["png", "webp"] as const)("may be a %s", async (format) => {
    const visitor = await arrive(server);
    const image = fileOf(await photo().toFormat(format).toBuffer());
    const answer = await postForm(visitor, SEND, { image, styles: DUOTONE });
    expect(answer.status).toBe(200);
  });

  test("is judged by its bytes, not by what it is called", async () => {
    const visitor = await arrive(server);
    const whole = await taken;
    const small = await sharp(whole).resize(127, 400).jpeg().toBuffer();
    const cases: readonly [string, number, Uint8Array][] = [
      [
        "image-type",
        415,
        Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      ],
      ["image-type", 415, await photo().gif().toBuffer()],
      ["image-type", 415, new Uint8Array()],
      ["image-unreadable", 422, whole.subarray(0, 400)],
      ["image-unreadable", 422, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
      ["image-small", 422, small],
    ];
    for (const [problem, status, bytes] of cases) {
      const fields = { image: fileOf(bytes), styles: DUOTONE };
      const answer = await postForm(visitor, SEND, fields);
      expect(answer.status).toBe(status);
      expectProblem(problem, answer);
    }
  });

  test("may have 8 MB and not a byte more", async () => {
    const visitor = await arrive(server);
    const whole = await taken;
    const padded = (size: number) =>
      fileOf(Buffer.concat([whole, Buffer.alloc(size - whole.length)]));
    const send = (size: number) =>
      postForm(visitor, SEND, { image: padded(size), styles: DUOTONE });
    expect((await send(PHOTO_MAX_BYTES)).status).toBe(200);
    expectProblem("body-too-large", await send(PHOTO_MAX_BYTES + 1));
    expectProblem("body-too-large", await send(PHOTO_MAX_BYTES + 200_000));
  });

  test.each<[string, Record<string, string>, string]>([
    ["nothing", {}, "invalid"],
    ["styles without an image", { styles: DUOTONE }, "invalid"],
    ["both", { styles: DUOTONE, prompt: '"a fox"' }, "invalid"],
    ["a style that there is not", { styles: '["oil"]' }, "invalid"],
    ["a style twice", { styles: '["mosaic","mosaic"]' }, "invalid"],
    ["no style", { styles: "[]" }, "invalid"],
    ["styles that are no JSON", { styles: "duotone" }, "not-parsed"],
    ["a prompt that is too short", { prompt: '"ab"' }, "invalid"],
    ["a prompt with half a character", { prompt: '"abc\\ud800"' }, "invalid"],
    ["an image that is a text", { image: "x", prompt: '"a fox"' }, "invalid"],
  ])("with %s is refused", async (_, fields, problem) => {
    const answer = await postForm(await arrive(server), SEND, fields);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expectProblem(problem, answer);
  });

  test("has to be form data", async () => {
    const visitor = await arrive(server);
    const answer = await visitor.call(SEND, { method: "POST", body: {} });
    expect(answer.status).toBe(415);
    expectProblem("not-a-form", answer);
    const broken = await visitor.call(SEND, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: "no parts",
    });
    expectProblem("not-parsed", broken);
  });

  test("has to wait when four of the visitor's wait already", async () => {
    const visitor = await arrive(server);
    for (let i = 0; i < 4; i += 1) await order(visitor);
    const fields = { image: await jpeg(), styles: DUOTONE };
    expectProblem("too-many", await postForm(visitor, SEND, fields));
    expect(await order(await arrive(server))).toBeTruthy();
  });

  test("from a page of somebody else is refused", async () => {
    const visitor = await arrive(server, { origin: "https://evil.example" });
    const fields = { image: await jpeg(), styles: DUOTONE };
    const answer = await postForm(visitor, SEND, fields);
    expect(answer.status).toBe(403);
    expectProblem("foreign-origin", answer);
  });
});

describe("jobs", () => {
  test("that were left behind are done after a restart", async () => {
    const visitor = await arrive(server);
    const id = await order(visitor);
    const claim = claimNow("dead");
    expect((await claim)?.id).toBe(id);
    const worker = work(blank);
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
    const make = async ({ prompt }: Commission) => {
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
