/** The folder `previews` holds what makes pictures of visitors' photos. */
import sharp, { type ResizeOptions, type Sharp } from "sharp";
import type { PreviewRequest } from "../db/previews.ts";
import {
  PictureError,
  type PictureOrder,
  type PictureService,
} from "../pictures/picture-service.ts";
import { PIXELS_MAX, sniff } from "./photo.ts";

/** Longer side of a picture in one style, and of each one on a sheet; in pixels. */
const SIDE_PX = 1_024;
const SHEET_SIDE_PX = 760;
/** A service may make it larger than asked for; more is not kept. */
const KEPT: ResizeOptions = {
  width: 2_048,
  height: 2_048,
  fit: "inside",
  withoutEnlargement: true,
};
const SHEET = { background: "#15110f", gap: 14 } as const;

export type MakePicture = (
  request: PreviewRequest,
  signal: AbortSignal,
) => Promise<Uint8Array>;

/**
 * Makes the picture of a job, as JPEG: one that the service makes of a photograph, a prompt or both, or several styles
 * as a sheet. Whatever the service answers is read and written anew. Throws a `PictureError`.
 */
export function pictureMaker(service: PictureService): MakePicture {
  return async ({ photo, styles, prompt }, signal) => {
    if (photo === null || styles === null) {
      const words = { prompt: prompt ?? "", side: SIDE_PX };
      const order: PictureOrder = { kind: "prompt", photo, ...words };
      return printed(readPicture(await service.make(order, signal)));
    }
    const side = styles.length > 1 ? SHEET_SIDE_PX : SIDE_PX;
    const pictures: Uint8Array[] = [];
    for (const style of styles)
      pictures.push(
        await service.make({ kind: "style", photo, style, side }, signal),
      );
    const [only = new Uint8Array()] = pictures;
    return styles.length > 1
      ? printed(await sheetOf(pictures))
      : printed(readPicture(only));
  };
}

/** The pixels of a file, and nothing else that it may hold. */
function readPicture(file: Uint8Array, size = KEPT): Sharp {
  if (sniff(file) === null) unusable();
  return sharp(file, { limitInputPixels: PIXELS_MAX, failOn: "error" })
    .autoOrient()
    .resize(size)
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb");
}

/** Two or three side by side, four in a square; all have the size of the first. */
async function sheetOf(pictures: readonly Uint8Array[]): Promise<Sharp> {
  const prints: Awaited<ReturnType<typeof pixelsOf>>[] = [];
  for (const picture of pictures) {
    const first = prints[0]?.info;
    const size: ResizeOptions =
      first === undefined
        ? { ...KEPT, width: SHEET_SIDE_PX, height: SHEET_SIDE_PX }
        : { width: first.width, height: first.height, fit: "cover" };
    prints.push(await pixelsOf(readPicture(picture, size)));
  }
  const { width = 0, height = 0 } = prints[0]?.info ?? {};
  const columns = prints.length === 4 ? 2 : prints.length;
  const rows = Math.ceil(prints.length / columns);
  const { gap, background } = SHEET;
  const place = (i: number, length: number) => gap + i * (length + gap);
  return sharp({
    create: {
      width: place(columns, width),
      height: place(rows, height),
      channels: 3,
      background,
    },
  }).composite(
    prints.map(({ data }, i) => ({
      input: data,
      raw: { width, height, channels: 3 as const },
      left: place(i % columns, width),
      top: place(Math.floor(i / columns), height),
    })),
  );
}

function pixelsOf(picture: Sharp) {
  return picture.raw().toBuffer({ resolveWithObject: true }).catch(unusable);
}

function printed(picture: Sharp): Promise<Uint8Array> {
  return picture
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer()
    .catch(unusable);
}

function unusable(): never {
  throw new PictureError("unusable", "the picture cannot be read");
}
