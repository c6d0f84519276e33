import sharp from "sharp";
import { MAIL_PICTURE } from "./drawn-sizes.ts";

/**
 * The picture at the head of a mail, because few mail programs show SVG: a drawing as a PNG of few colours, on the
 * brand's ground where it is too high; a photo as a JPEG, cut where it is too high.
 */
export async function drawMailPicture(
  picture: Uint8Array,
  ground: string,
): Promise<Uint8Array> {
  const { width, mostHeight } = MAIL_PICTURE;
  const { format, autoOrient: own } = await sharp(picture).metadata();
  const whole = Math.round((width * own.height) / own.width);
  const height = Math.min(mostHeight, Math.max(1, whole));
  if (format !== "svg")
    return sharp(picture)
      .autoOrient()
      .resize(width, height, { fit: "cover" })
      .flatten({ background: ground })
      .jpeg({ quality: 80 })
      .toBuffer();
  const density = Math.min(2_400, Math.max(72, (72 * width) / own.width));
  return sharp(picture, { density })
    .resize(width, height, { fit: "contain", background: ground })
    .flatten({ background: ground })
    .png({ palette: true, quality: 85 })
    .toBuffer();
}
