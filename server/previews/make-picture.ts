import sharp, { type Sharp } from "sharp";
import { chanceOf } from "../art/chance.ts";
import { promptPicture } from "../art/prompt-picture.ts";
import { fromRaster, type Raster, toRaster } from "../art/raster.ts";
import { styleOfWords } from "../art/style-of-words.ts";
import { type StyleId, styles } from "../art/styles.ts";
import type { PreviewRequest } from "../db/previews.ts";

/** Longer side of a picture in one style, and of each one on a sheet; in pixels. */
const SIDE_PX = 1_024;
const SHEET_SIDE_PX = 760;
const SHEET = { background: "#15110f", gap: 14 } as const;

/**
 * Makes the picture of a job, as JPEG: the photograph in its style, several styles as a sheet, or, without a
 * photograph, a picture grown from the prompt. Throws what sharp throws.
 */
export async function makePicture(
  request: PreviewRequest,
): Promise<Uint8Array> {
  const { photo, prompt } = request;
  if (photo === null)
    return printed(fromRaster(await promptPicture(prompt ?? "")));
  const wanted =
    request.styles ?? (prompt === null ? [] : [styleOfWords(prompt)]);
  const [only = "duotone"] = wanted;
  if (wanted.length < 2)
    return printed(fromRaster(await inStyle(photo, only, SIDE_PX)));
  const prints: Raster[] = [];
  for (const style of wanted)
    prints.push(await inStyle(photo, style, SHEET_SIDE_PX));
  return printed(sheetOf(prints));
}

async function inStyle(
  photo: Uint8Array,
  style: StyleId,
  side: number,
): Promise<Raster> {
  const even = sharp(photo)
    .resize(side, side, { fit: "inside" })
    .normalise({ lower: 1, upper: 99 });
  return styles[style]({
    photo: await toRaster(even),
    chance: chanceOf(style),
  });
}

/** Two or three side by side, four in a square; all have the size of the first. */
function sheetOf(prints: readonly Raster[]) {
  const { width = 0, height = 0 } = prints[0] ?? {};
  const columns = prints.length === 4 ? 2 : prints.length;
  const rows = Math.ceil(prints.length / columns);
  const { gap, background } = SHEET;
  const place = (i: number, size: number) => gap + i * (size + gap);
  return sharp({
    create: {
      width: place(columns, width),
      height: place(rows, height),
      channels: 3,
      background,
    },
  }).composite(
    prints.map(({ data, ...size }, i) => ({
      input: Buffer.from(data),
      raw: { width: size.width, height: size.height, channels: 3 as const },
      left: place(i % columns, width),
      top: place(Math.floor(i / columns), height),
    })),
  );
}

function printed(picture: Sharp): Promise<Uint8Array> {
  return picture.jpeg({ quality: 86, mozjpeg: true }).toBuffer();
}
