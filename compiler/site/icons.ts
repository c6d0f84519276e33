import sharp from "sharp";
import { ICONS, TAB_ICON } from "./drawn-sizes.ts";
import { readGlyphs } from "./glyphs.ts";
import { initialOf } from "./initial.ts";

/** What a brand's icons are made of, beside its font. */
export interface IconLook {
  readonly brand: string;
  readonly name: string;
  readonly accent: string;
  readonly onAccent: string;
}

/**
 * The icons of a brand by their names: the first letter of its name on its accent; of its id, where the font has
 * nothing of its name.
 */
export async function drawIcons(
  look: IconLook,
  font: Uint8Array,
): Promise<Readonly<Record<string, Uint8Array>>> {
  const glyphs = await readGlyphs(font, 700, 0);
  const size = 34;
  const initial = initialOf(
    glyphs.known(look.name) || look.brand.toUpperCase(),
  );
  const outline = glyphs.outline(
    initial,
    (64 - glyphs.width(initial) * size) / 2,
    (64 + glyphs.capHeight * size) / 2,
    size,
  );
  const svg = (rx: number) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="512" height="512"><rect width="64" height="64" rx="${rx}" fill="${look.accent}"/>` +
        `<path fill="${look.onAccent}" d="${outline}"/></svg>`,
    );
  // Phones cut the corners themselves.
  const square = svg(0);
  const round = svg(16);
  const draw = (of: Buffer, px: number, colours = 256) =>
    sharp(of).resize(px).png({ palette: true, colours }).toBuffer();
  const made = await Promise.all(
    Object.entries(ICONS).map(async ([name, sizes]) => {
      const isTab = name.endsWith(".ico");
      const all = await Promise.all(
        sizes.map((px) => draw(isTab ? round : square, px)),
      );
      return [
        name,
        isTab ? icoOf(all, sizes) : (all[0] ?? Buffer.alloc(0)),
      ] as const;
    }),
  );
  const { name, size: px, colours } = TAB_ICON;
  const tab = [name, await draw(round, px, colours)] as const;
  return Object.fromEntries([...made, tab]);
}

/** An ICO file of PNGs, each with its edge in pixels. */
function icoOf(
  pictures: readonly Buffer[],
  sizes: readonly number[],
): Uint8Array {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  pictures.forEach((png, n) => {
    const entry = 6 + 16 * n;
    head.writeUInt8(sizes[n] ?? 0, entry);
    head.writeUInt8(sizes[n] ?? 0, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  });
  return Buffer.concat([head, ...pictures]);
}
