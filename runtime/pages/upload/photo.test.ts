import { expect, test, vi } from "vitest";
import { FILE_MAX_BYTES, fit, type ImageCodec, preparePhoto } from "./photo.ts";

const SENT = new Blob(["small"], { type: "image/jpeg" });

function fakeCodec(width: number, height: number, made: Blob | null = SENT) {
  const close = vi.fn<() => void>();
  const encode = vi.fn<ImageCodec["encode"]>(() => Promise.resolve(made));
  const codec: ImageCodec = {
    decode: () => Promise.resolve({ width, height, close }),
    encode,
  };
  return { codec, encode, close };
}
const file = (type: string) => new Blob(["x"], { type });
const heavy = (bytes: number) =>
  Object.defineProperty(file("image/jpeg"), "size", { value: bytes });

test.each([
  [4_000, 3_000, 1_600, 1_200],
  [3_000, 4_000, 1_200, 1_600],
  [1_601, 1_601, 1_600, 1_600],
  [1_600, 900, 1_600, 900],
  [640, 480, 640, 480],
  [100_000, 10, 1_600, 1],
])("%i x %i is sent as %i x %i", (width, height, w, h) => {
  expect(fit({ width, height })).toEqual({ width: w, height: h });
});

test.each(["image/jpeg", "image/heic", ""])(
  "a photo of type %j is written anew, and its memory given back",
  async (type) => {
    const { codec, encode, close } = fakeCodec(4_000, 3_000);
    expect(await preparePhoto(file(type), codec)).toEqual({
      kind: "photo",
      image: SENT,
    });
    expect(encode.mock.calls[0]?.[1]).toEqual({ width: 1_600, height: 1_200 });
    expect(close).toHaveBeenCalledOnce();
  },
);

test.each<[string, Blob, ImageCodec, RegExp]>([
  ["a film", file("video/mp4"), fakeCodec(400, 400).codec, /not a picture/],
  ["a text", file("text/plain"), fakeCodec(400, 400).codec, /not a picture/],
  [
    "a huge file",
    heavy(FILE_MAX_BYTES + 1),
    fakeCodec(400, 400).codec,
    /larger than 40 MB/,
  ],
  [
    "what cannot be opened",
    file("image/heic"),
    { ...fakeCodec(1, 1).codec, decode: () => Promise.reject(new Error("x")) },
    /cannot be opened/,
  ],
  ["127 pixels", file("image/png"), fakeCodec(127, 900).codec, /too small/],
  [
    "too many pixels",
    file("image/png"),
    fakeCodec(900, 900, null).codec,
    /too large/,
  ],
])("%s is refused in words", async (_, given, codec, words) => {
  const chosen = await preparePhoto(given, codec);
  expect(chosen).toMatchObject({ kind: "fault" });
  expect(chosen.kind === "fault" && chosen.words).toMatch(words);
});

test("128 pixels and 40 MB are still taken", async () => {
  const { codec } = fakeCodec(128, 128);
  expect(await preparePhoto(heavy(FILE_MAX_BYTES), codec)).toMatchObject({
    kind: "photo",
  });
});

test("a browser that has another name for an upright picture opens it", async () => {
  // As Chrome 111 and Safari 16.3 do.
  vi.stubGlobal("createImageBitmap", (_file: Blob, options = {}) =>
    "imageOrientation" in options
      ? Promise.reject(new TypeError("no such orientation"))
      : Promise.resolve({ width: 64, height: 64, close: () => undefined }),
  );
  expect(await preparePhoto(file("image/jpeg"))).toEqual({
    kind: "fault",
    words: "This picture is too small. Choose a larger photo.",
  });
  vi.unstubAllGlobals();
});
