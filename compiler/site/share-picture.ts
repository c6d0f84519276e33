import sharp from "sharp";
import { SHARE_SIZE } from "./drawn-sizes.ts";
import { brokenLines, type Glyphs, readGlyphs } from "./glyphs.ts";

/** What the picture of a shared link is made of, beside the files. */
export interface ShareLook {
  readonly heading: string;
  readonly project: string;
  readonly host: string;
  readonly colors: Readonly<Record<string, string>>;
  /** Corners of the drawing's panel, in px. */
  readonly radius: number;
  readonly headingWeight: number;
  /** In em. */
  readonly headingTracking: number;
}

const EDGE = 72;
const PANEL = { size: 470, left: 1200 - EDGE - 470, top: 80 } as const;
const TEXT_WIDTH = { beside: PANEL.left - 2 * EDGE + 16, alone: 1000 } as const;
/** The heading is set as large as it fits, in px. */
const SIZES = [84, 76, 68, 60, 54, 48, 42, 36] as const;
const MOST_LINES = 4;
/** Space between the brand's name and its host, in px. */
const MOST_HEIGHT = 350;
const LEADING = 1.12;
/** For what is only handed on. */
const QUICK = { compressionLevel: 0 } as const;

/**
 * A JPEG of the heading in the brand's type and colours, beside its drawing. All letters are outlines, so that it looks
 * the same whatever fonts a machine has.
 */
export async function drawSharePicture(
  look: ShareLook,
  font: Uint8Array,
  drawing: Uint8Array | null,
): Promise<Uint8Array> {
  const { headingWeight, headingTracking } = look;
  const [heading, small] = await Promise.all([
    readGlyphs(font, headingWeight, headingTracking),
    readGlyphs(font, 600, 0),
  ]);
  const ground = Buffer.from(groundOf(look, { heading, small }, drawing));
  const panel = drawing === null ? [] : [await panelOf(look, drawing)];
  return sharp(ground)
    .composite(panel)
    .jpeg({ quality: 84, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

interface Type {
  readonly heading: Glyphs;
  readonly small: Glyphs;
}

function groundOf(
  look: ShareLook,
  { heading, small }: Type,
  drawing: Uint8Array | null,
): string {
  const { width, height } = SHARE_SIZE;
  const { page, soft, ink, muted, accent } = look.colors;
  const maxWidth = drawing === null ? TEXT_WIDTH.alone : TEXT_WIDTH.beside;
  const project = small.known(look.project);
  const words = heading.known(look.heading) || heading.known(look.project);
  const { lines, size } = fitted(words, heading, maxWidth);
  const step = size * LEADING;
  const first =
    height / 2 + (size * heading.capHeight - (lines.length - 1) * step) / 2;
  const outlines = [
    [
      ink,
      lines
        .map((line, n) => heading.outline(line, EDGE, first + n * step, size))
        .join(""),
    ],
    [accent, small.outline(project, EDGE, EDGE + 40, 36)],
    [muted, small.outline(small.known(look.host), EDGE, height - EDGE - 4, 28)],
  ] as const;
  const panel =
    drawing === null
      ? ""
      : `<rect x="${PANEL.left}" y="${PANEL.top}" width="${PANEL.size}" height="${PANEL.size}" rx="${look.radius}" fill="${soft}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="${page}"/>` +
    panel +
    outlines.map(([fill, d]) => `<path fill="${fill}" d="${d}"/>`).join("") +
    "</svg>"
  );
}

function fitted(text: string, glyphs: Glyphs, maxWidth: number) {
  let tried = { size: 36, lines: [text] };
  for (const size of SIZES) {
    const lines = brokenLines(text, glyphs, maxWidth / size);
    tried = { size, lines };
    const fits =
      lines.length <= MOST_LINES &&
      lines.length * size * LEADING <= MOST_HEIGHT &&
      lines.every((line) => glyphs.width(line) * size <= maxWidth);
    if (fits) break;
  }
  return tried;
}

/** The drawing in its panel: a photo fills it, a drawing stands in it as it is. */
async function panelOf(look: ShareLook, drawing: Uint8Array) {
  const { size, left, top } = PANEL;
  const { format, width, height } = await sharp(drawing).metadata();
  const isDrawn = format === "svg";
  const box = isDrawn ? size - 48 : size;
  const density = (72 * box * 1.5) / Math.max(width, height);
  const fitted = await sharp(
    drawing,
    isDrawn ? { density: Math.min(2400, density) } : {},
  )
    .autoOrient()
    .resize(box, box, {
      fit: isDrawn ? "contain" : "cover",
      background: "#0000",
    })
    .png(QUICK)
    .toBuffer();
  const corners = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" rx="${look.radius}"/></svg>`,
  );
  const side = (size - box) / 2;
  const input = await sharp(fitted)
    .extend({
      top: side,
      bottom: side,
      left: side,
      right: side,
      background: "#0000",
    })
    .composite([{ input: corners, blend: "dest-in" }])
    .png(QUICK)
    .toBuffer();
  return { input, left, top };
}
