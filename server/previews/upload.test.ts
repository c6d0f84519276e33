import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { photo } from "../pictures/photo.fixture.ts";
import { arrive, expectProblem, type Visitor } from "../testing/calls.ts";
import {
  DUOTONE,
  fileOf,
  idOf,
  jpeg,
  order,
  postForm,
  SEND,
  usePictures,
} from "./pictures.fixture.ts";
import { PHOTO_MAX_BYTES } from "./photo.ts";

const { server, rowOf, work } = usePictures();

describe("an upload", () => {
  test("is written anew, upright and small, without what a camera adds", async () => {
    const visitor = await arrive(server);
    const large = await sharp(await photo().jpeg().toBuffer())
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
    const whole = await photo().jpeg().toBuffer();
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
    const whole = await photo().jpeg().toBuffer();
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

  test("has to wait when twelve of its network wait, and others need not", async () => {
    const from = (address: string) =>
      arrive(server, { "x-forwarded-for": address });
    const image = await jpeg();
    const send = (visitor: Visitor) =>
      postForm(visitor, SEND, { image, styles: DUOTONE });
    const visitors = await Promise.all(
      Array.from({ length: 20 }, (_, i) => from(`2001:db8:7:1::${i}`)),
    );
    const answers = await Promise.all(visitors.map(send));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(12);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem("too-many", answer);
    expect((await send(await from("2001:db8:7:2::1"))).status).toBe(200);
    // Whoever waits is known by a digest of the network, and only while they wait.
    const networks = async () => {
      const rows = await server.db
        .selectFrom("preview_jobs")
        .select("network")
        .distinct()
        .execute();
      return rows.map(({ network }) => network);
    };
    const waiting = await networks();
    expect(waiting).toHaveLength(2);
    expect(waiting.join(" ")).not.toContain(":");
    await work(async () => new Uint8Array([1]));
    expect(await networks()).toEqual([null]);
  });

  test("is one of twenty calls of its network in a minute", async () => {
    const visitor = await arrive(server, { "x-forwarded-for": "198.51.100.9" });
    for (let i = 0; i < 20; i += 1)
      expect((await postForm(visitor, SEND, {})).status).toBe(422);
    const refused = await postForm(visitor, SEND, {});
    expectProblem("too-many", refused);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("from a page of somebody else is refused", async () => {
    const visitor = await arrive(server, { origin: "https://evil.example" });
    const fields = { image: await jpeg(), styles: DUOTONE };
    const answer = await postForm(visitor, SEND, fields);
    expect(answer.status).toBe(403);
    expectProblem("foreign-origin", answer);
  });
});
