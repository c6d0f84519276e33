import sharp from "sharp";
import { ProblemError } from "../http/problem.ts";

/** The largest file that is taken, in bytes. */
export const PHOTO_MAX_BYTES = 8 * 1024 * 1024;
/** A smaller picture shows nothing; the shorter side in pixels. */
const SIDE_MIN_PX = 128;
/** What is kept; the longer side in pixels. */
const SIDE_MAX_PX = 1_600;
/** A small file can unfold to a picture that fills the memory. */
export const PIXELS_MAX = 50_000_000;

/** The formats that are read, known by their first bytes and not by what a client says. */
const SIGNATURES = [
  { format: "jpeg", at: 0, bytes: [0xff, 0xd8, 0xff] },
  {
    format: "png",
    at: 0,
    bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  },
  { format: "webp", at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
] as const;

/**
 * A photograph as it may be kept: upright, at most 1,600 px, written anew as JPEG without anything that was not
 * pixels. Throws a 413, 415 or 422 `ProblemError` that says what is wrong with the file.
 */
export async function readPhoto(file: Uint8Array): Promise<Uint8Array> {
  if (file.length > PHOTO_MAX_BYTES)
    throw new ProblemError("body-too-large", "Send a picture of at most 8 MB.");
  const format = sniff(file);
  if (format === null)
    throw new ProblemError("image-type", "Send a JPEG, PNG or WebP picture.");
  const picture = sharp(file, {
    limitInputPixels: PIXELS_MAX,
    failOn: "error",
  });
  const known = await picture.metadata().catch(unreadable);
  if (known.format !== format) throw unreadableProblem();
  if (Math.min(known.width, known.height) < SIDE_MIN_PX)
    throw new ProblemError(
      "image-small",
      `Send a picture of at least ${SIDE_MIN_PX} pixels each way.`,
    );
  return picture
    .autoOrient()
    .resize(SIDE_MAX_PX, SIDE_MAX_PX, {
      fit: "inside",
      withoutEnlargement: true,
    })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .jpeg({ quality: 90 })
    .toBuffer()
    .catch(unreadable);
}

/** What a file is by its first bytes; null for what is not read here. */
export function sniff(file: Uint8Array) {
  return (
    SIGNATURES.find(({ at, bytes }) =>
      bytes.every((byte, i) => file[at + i] === byte),
    )?.format ?? null
  );
}

function unreadable(): never {
  throw unreadableProblem();
}

function unreadableProblem(): ProblemError {
  return new ProblemError("image-unreadable", "Send another picture.");
}
