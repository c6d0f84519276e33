import { hash } from "node:crypto";
import { create, type Font } from "fontkitten";
import decompress from "woff2-encoder/decompress";

/** A typeface in one weight, as outlines: what is drawn with it looks the same on every machine. */
export interface Glyphs {
  /**
   * A line without the emoji and symbols that the typeface does not have: it would draw a box for each. Letters and
   * digits stay, so that it is seen where they are missing.
   */
  known(line: string): string;
  /** How far a line reaches, in em. */
  width(line: string): number;
  /** A line as the data of a path, its baseline beginning at this point; `size` is that of an em. */
  outline(line: string, x: number, y: number, size: number): string;
  /** Height of capitals, in em. */
  readonly capHeight: number;
  /** What a line takes above and below its baseline, and between lines, in em. */
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
}

/** A letter with its accents, a whole emoji. */
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

const BLANK = /^\s+$/;
/** Hyphens that many typefaces do not have: the one of Unicode, and the one at which no line breaks. */
const HYPHEN = /[\u2010\u2011]/g;
/** Joiners, variation selectors and the frame of keys: they say how what is around them is drawn. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}\u20e3]/gu;
const SYMBOL = /[\p{Extended_Pictographic}\p{S}]/gu;

/** What was read, by the hash of the file: a build draws many pictures in the font of one brand, in several weights. */
const files = new Map<string, Promise<Font>>();
const known = new Map<string, Promise<Glyphs>>();

/** Reads a variable WOFF2 file. `tracking` is added behind each letter, in em. Throws where it is no font. */
export function readGlyphs(
  bytes: Uint8Array,
  weight: number,
  tracking: number,
): Promise<Glyphs> {
  const file = hash("sha256", bytes);
  const key = `${file} ${weight} ${tracking}`;
  const font = files.get(file) ?? readFont(bytes);
  const glyphs = known.get(key) ?? glyphsOf(font, weight, tracking);
  files.set(file, font);
  known.set(key, glyphs);
  return glyphs;
}

async function readFont(bytes: Uint8Array): Promise<Font> {
  const file = create(Buffer.from(await decompress(bytes)));
  if (file.isCollection) throw new Error("a collection is not a single font");
  return file;
}

async function glyphsOf(
  read: Promise<Font>,
  weight: number,
  tracking: number,
): Promise<Glyphs> {
  const file = await read;
  const font =
    "wght" in file.variationAxes ? file.getVariation({ wght: weight }) : file;
  const em = font.unitsPerEm;
  const advance = (line: string) =>
    font
      .glyphsForString(line)
      .map((glyph) => ({ glyph, step: glyph.advanceWidth / em + tracking }));
  const isKnown = (letter: string) =>
    [...letter].every((one) =>
      font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0),
    );
  const drawable = (letter: string) => {
    const seen = letter.replaceAll(UNSEEN, (one) => (isKnown(one) ? one : ""));
    return BLANK.test(seen) || isKnown(seen)
      ? seen
      : seen.replaceAll(SYMBOL, "");
  };
  return {
    known: (line) =>
      Array.from(letters.segment(line.replaceAll(HYPHEN, "-")), (letter) =>
        drawable(letter.segment),
      )
        .join("")
        .replaceAll(/\s+/g, " ")
        .replaceAll(/ (?=[,.;:!?])/g, "")
        .trim(),
    capHeight: font.capHeight / em,
    ascent: font.ascent / em,
    descent: -font.descent / em,
    lineGap: font.lineGap / em,
    width: (line) =>
      advance(line).reduce((sum, { step }) => sum + step, 0) - tracking,
    outline: (line, x, y, size) => {
      let at = x;
      return advance(line)
        .map(({ glyph, step }) => {
          const scale = size / em;
          // Fonts count upwards, pictures downwards.
          const path = glyph.path.transform(scale, 0, 0, -scale, at, y).toSVG();
          at += step * size;
          return path;
        })
        .join("");
    },
  };
}

/** A text in lines that are no wider than `width` em, broken between words and evened out. */
export function brokenLines(
  text: string,
  glyphs: Glyphs,
  width: number,
): string[] {
  const least = greedyLines(text, glyphs, width);
  let even = least;
  // As narrow as it goes without another line: no word stands alone at the end.
  for (let narrower = width * 0.97; narrower > width / 2; narrower *= 0.97) {
    const tried = greedyLines(text, glyphs, narrower);
    if (tried.length > least.length) break;
    even = tried;
  }
  return even;
}

function greedyLines(text: string, glyphs: Glyphs, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && glyphs.width(longer) <= width)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
