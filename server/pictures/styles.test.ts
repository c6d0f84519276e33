// @module-tag long
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { chanceOf } from "./chance.ts";
import { photo } from "./photo.fixture.ts";
import { promptPicture } from "./prompt-picture.ts";
import { fromRaster, type Raster, toRaster } from "./raster.ts";
import { styleOfWords } from "./style-of-words.ts";
import { styles } from "./styles.ts";

describe("styles", () => {
  test("are really different, keep the size, and are the same each time", async () => {
    const small = await toRaster(sharp(await photo().jpeg().toBuffer()));
    const seen = new Map<string, string>();
    for (const [id, style] of Object.entries(styles)) {
      const once = await style({ photo: small, chance: chanceOf(id) });
      const again = await style({ photo: small, chance: chanceOf(id) });
      expect(same(again, once)).toBe(true);
      expect([once.width, once.height]).toEqual([320, 400]);
      const { entropy, channels } = await fromRaster(once).stats();
      expect(entropy).toBeGreaterThan(1);
      const look = channels
        .flatMap(({ mean, stdev }) => [mean, stdev])
        .map((value) => Math.round(value / 5))
        .join();
      expect(seen.get(look)).toBeUndefined();
      seen.set(look, id);
    }
    expect(seen.size).toBeGreaterThanOrEqual(6);
  }, 60_000);

  test.each([
    ["As a stained glass window, please", "mosaic"],
    ["Like a comic", "halftone"],
    ["a watercolor of me", "watercolour"],
  ])("%j is a wish for %s", (wish, style) => {
    expect(styleOfWords(wish)).toBe(style);
  });

  test("a wish that names none still picks one, the same each time", () => {
    expect(Object.keys(styles)).toContain(styleOfWords("as I am"));
    expect(styleOfWords("as I am")).toBe(styleOfWords("As I am"));
  });

  test("the same words give the same picture, others another one", async () => {
    const first = await promptPicture("A fox in the snow");
    const spaced = await promptPicture(" a fox  in the SNOW ");
    expect(same(spaced, first)).toBe(true);
    const other = await promptPicture("A fox in the forest");
    expect(same(other, first)).toBe(false);
  }, 60_000);

  /** Millions of numbers are compared as bytes. */
  const same = (a: Raster, b: Raster) => Buffer.compare(a.data, b.data) === 0;
});
