import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { parse } from "yaml";
import sharp from "sharp";
import { expect, test } from "vitest";
import { builtInPictures } from "../pictures/built-in.ts";
import { callSchema } from "../http/call-schema.ts";
import { photo } from "../pictures/photo.fixture.ts";
import type { PictureOrder } from "../pictures/picture-service.ts";
import { styles } from "../pictures/styles.ts";
import { readObject } from "../testing/calls.ts";
import { imageApi, PICTURE_MAX_BYTES } from "./image-api.ts";
import { type Answer, useImageService } from "./image-service.fixture.ts";
import { pictureMaker } from "./make-picture.ts";

const service = useImageService();
const { signal } = new AbortController();
const words: PictureOrder = {
  kind: "prompt",
  photo: null,
  prompt: "a fox",
  side: 64,
};
const ask = (order: PictureOrder = words, key: string | null = null) =>
  imageApi({ address: service.address, key }).make(order, signal);

const file = readFileSync(
  new URL("../../docs/image-api.yaml", import.meta.url),
  "utf8",
);
/** The description's only call. */
const call = readObject(
  readObject(readObject(readObject(parse(file))["paths"])["/"])["post"],
);

test("the description is an OpenAPI document, and knows the styles that there are", async () => {
  expect(await new Validator().validate(file)).toEqual({ valid: true });
  const { schema } = readObject(
    readObject(readObject(call["requestBody"])["content"])[
      "multipart/form-data"
    ],
  );
  const { properties } = readObject(schema);
  const { style } = readObject(properties);
  expect(readObject(style)["enum"], "docs/image-api.yaml").toEqual(
    Object.keys(styles).toSorted(),
  );
});

test("visitors may ask for each style, and content may offer it", () => {
  const { form } = callSchema("pre-reg-data").properties;
  const upload = readObject(
    JSON.parse(
      readFileSync(
        new URL("../../schema/pages/upload.schema.json", import.meta.url),
        "utf8",
      ),
    ),
  );
  const ids = Object.keys(styles).toSorted();
  const asked = readObject(form?.properties?.["styles"]?.["items"]);
  expect(asked["enum"], "schema/api/pre-reg-data.schema.json").toEqual(ids);
  const offered = readObject(readObject(upload["properties"])["styles"]);
  const { value } = readObject(readObject(offered["items"])["properties"]);
  expect(readObject(value)["enum"], "schema/pages/upload.schema.json").toEqual(
    ids,
  );
});

test("an order has the fields of the description, and a key where there is one", async () => {
  const bytes = await photo().jpeg().toBuffer();
  await ask({ kind: "style", photo: bytes, style: "mosaic", side: 760 });
  await ask({ kind: "prompt", photo: bytes, prompt: "as a comic", side: 9 });
  await ask(words, "secret");
  expect(
    service.received.map(({ form }) => [...form.keys()].toSorted()),
  ).toEqual([
    ["photo", "side", "style"],
    ["photo", "prompt", "side"],
    ["prompt", "side"],
  ]);
  const [first, , last] = service.received;
  const sent = first?.form.get("photo");
  expect(sent).toBeInstanceOf(File);
  if (!(sent instanceof File)) return;
  expect(sent.type).toBe("image/jpeg");
  expect(Buffer.from(await sent.arrayBuffer())).toEqual(bytes);
  expect([first?.form.get("style"), first?.form.get("side")]).toEqual([
    "mosaic",
    "760",
  ]);
  expect(first?.headers.authorization).toBeUndefined();
  expect(last?.headers.authorization).toBe("Bearer secret");
  const { content } = readObject(readObject(call["responses"])["200"]);
  expect(last?.headers.accept?.split(", ")).toEqual(
    Object.keys(readObject(content)),
  );
});

test(
  "the built-in styles behind the call make the same picture as without it",
  { tags: "long" },
  async () => {
    service.answer = async ({ form }, response) => {
      const sent = form.get("photo");
      const style = String(form.get("style"));
      if (!(sent instanceof File) || style !== "cyanotype") return;
      const picture = await builtInPictures.make(
        {
          kind: "style",
          photo: new Uint8Array(await sent.arrayBuffer()),
          style,
          side: Number(form.get("side")),
        },
        signal,
      );
      response.writeHead(200, { "content-type": "image/png" }).end(picture);
    };
    const request = {
      photo: await photo().jpeg().toBuffer(),
      styles: ["cyanotype"] as const,
      prompt: null,
    };
    const near = await pictureMaker(builtInPictures)(request, signal);
    const far = await pictureMaker(
      imageApi({ address: service.address, key: null }),
    )(request, signal);
    expect(Buffer.compare(far, near)).toBe(0);
  },
);

const reply =
  (status: number, type = "text/plain", body: string | Buffer = "no"): Answer =>
  (_, response) =>
    response
      .writeHead(status, { "content-type": type, location: "/pictures" })
      .end(body);

test.each<[string, Answer, string]>([
  ["a 400", reply(400), "refused"],
  ["a 401", reply(401), "refused"],
  ["a 422", reply(422), "refused"],
  ["a 408", reply(408), "unavailable"],
  ["a 429", reply(429), "unavailable"],
  ["a 500", reply(500), "unavailable"],
  ["a 503", reply(503), "unavailable"],
  ["a way to somewhere else", reply(302), "unavailable"],
  ["a page", reply(200, "text/html", "<h1>"), "unusable"],
  ["a drawing", reply(200, "image/svg+xml", "<svg/>"), "unusable"],
  [
    "too large a picture",
    reply(200, "image/png", Buffer.alloc(PICTURE_MAX_BYTES + 1)),
    "unusable",
  ],
  [
    "half an answer",
    (_, response) => {
      response.writeHead(200, {
        "content-type": "image/png",
        "content-length": 9_999,
      });
      response.write("half", () => response.destroy());
    },
    "unavailable",
  ],
  ["no answer", (_, response) => response.destroy(), "unavailable"],
])("%s", async (_, answers, kind) => {
  service.answer = answers;
  await expect(ask()).rejects.toMatchObject({ kind });
});

test("the largest picture is taken, whatever its type is spelled like", async () => {
  const bytes = Buffer.alloc(PICTURE_MAX_BYTES);
  service.answer = reply(200, "Image/PNG; q=1", bytes);
  expect((await ask()).length).toBe(PICTURE_MAX_BYTES);
});

test("a service that hangs, and one that nobody reaches, are unavailable", async () => {
  service.answer = () => {};
  const hanging = imageApi({ address: service.address, key: null }, 50).make(
    words,
    signal,
  );
  await expect(hanging).rejects.toMatchObject({ kind: "unavailable" });
  const nowhere = new URL("http://127.0.0.1:1/");
  const lost = imageApi({ address: nowhere, key: null }).make(words, signal);
  await expect(lost).rejects.toMatchObject({ kind: "unavailable" });
});

test("a server that stops does not wait for it", async () => {
  const stopping = new AbortController();
  service.answer = () => stopping.abort();
  const left = imageApi({ address: service.address, key: null }).make(
    words,
    stopping.signal,
  );
  await expect(left).rejects.toMatchObject({ kind: "unavailable" });
});

test("its picture is read as one", async () => {
  const make = pictureMaker(imageApi({ address: service.address, key: null }));
  const request = { photo: null, styles: null, prompt: "a fox" };
  const picture = await make(request, signal);
  expect(await sharp(picture).metadata()).toMatchObject({
    format: "jpeg",
    width: 320,
    height: 400,
  });
});
