import sharp from "sharp";
import { chanceOf } from "./chance.ts";
import type { PictureOrder, PictureService } from "./picture-service.ts";
import { promptPicture } from "./prompt-picture.ts";
import { fromRaster, type Raster, toRaster } from "./raster.ts";
import { styleOfWords } from "./style-of-words.ts";
import { type StyleId, styles } from "./styles.ts";

/** The styles of this folder, one picture at a time because each takes a processor for seconds. */
export const builtInPictures: PictureService = {
  atOnce: 1,
  make: async (order) => {
    const picture = fromRaster(await draw(order));
    // Loses nothing, whatever is done with it next.
    return picture.png({ compressionLevel: 1 }).toBuffer();
  },
};

function draw(order: PictureOrder): Promise<Raster> {
  switch (order.kind) {
    case "style":
      return inStyle(order.photo, order.style, order.side);
    case "prompt": {
      const { photo, prompt, side } = order;
      return photo === null
        ? promptPicture(prompt)
        : inStyle(photo, styleOfWords(prompt), side);
    }
  }
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
