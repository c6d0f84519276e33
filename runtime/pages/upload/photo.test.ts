import { expect, test, vi } from "vitest";
import { type Darkroom, FILE_MAX_BYTES, fit, preparePhoto } from "./photo.ts";

const SENT = new Blob(["small"], { type: "image/jpeg" });

function darkroom(width: number, height: number, made: Blob | null = SENT) {
  const close = vi.fn<() => void>();
  const encode = vi.fn<Darkroom["encode"]>(() => Promise.resolve(made));
  const room: Darkroom = {
    decode: () => Promise.resolve({ width, height, close }),
    encode,
  };
  return { room, encode, close };
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
    const { room, encode, close } = darkroom(4_000, 3_000);
    expect(await preparePhoto(file(type), room)).toEqual({
      kind: "photo",
      image: SENT,
    });
    expect(encode.mock.calls[0]?.[1]).toEqual({ width: 1_600, height: 1_200 });
    expect(close).toHaveBeenCalledOnce();
  },
);

test.each<[string, Blob, Darkroom, RegExp]>([
  ["a film", file("video/mp4"), darkroom(400, 400).room, /not a picture/],
  ["a text", file("text/plain"), darkroom(400, 400).room, /not a picture/],
  [
    "a huge file",
    heavy(FILE_MAX_BYTES + 1),
    darkroom(400, 400).room,
    /larger than 40 MB/,
  ],
  [
    "what cannot be opened",
    file("image/heic"),
    { ...darkroom(1, 1).room, decode: () => Promise.reject(new Error("x")) },
    /cannot be opened/,
  ],
  ["127 pixels", file("image/png"), darkroom(127, 900).room, /too small/],
  [
    "too many pixels",
    file("image/png"),
    darkroom(900, 900, null).room,
    /too large/,
  ],
])("%s is refused in words", async (_, given, room, words) => {
  const chosen = await preparePhoto(given, room);
  expect(chosen).toMatchObject({ kind: "fault" });
  expect(chosen.kind === "fault" && chosen.words).toMatch(words);
});

test("128 pixels and 40 MB are still taken", async () => {
  const { room } = darkroom(128, 128);
  expect(await preparePhoto(heavy(FILE_MAX_BYTES), room)).toMatchObject({
    kind: "photo",
  });
});
