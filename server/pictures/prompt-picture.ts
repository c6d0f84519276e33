import sharp from "sharp";
import { chanceOf } from "./chance.ts";
import { orbits, ribbons, ridges, type Scene } from "./motifs.ts";
import { paintRaster, type Raster, toRaster } from "./raster.ts";

/** Size of a picture that has no photograph, in pixels. */
const SIZE = { width: 960, height: 1_200 } as const;

type Palette = Scene["palette"];

/** The first group of words that fits decides; a prompt without one is given colours by chance. */
const PALETTES: readonly (readonly [RegExp, Palette])[] = [
  [
    /\b(sea|ocean|water|rain|lake|river|blue|winter|ice|snow)/,
    ["#0b1f3a", "#14507a", "#2f8fa8", "#9fd3d0", "#f4efe0"],
  ],
  [
    /\b(fire|sunset|autumn|desert|red|lava|summer|warm)/,
    ["#2a0d1f", "#8c1f3d", "#e2502f", "#f7a442", "#ffe9bf"],
  ],
  [
    /\b(forest|garden|leaf|leaves|tree|green|moss|spring|jungle)/,
    ["#0f211b", "#245043", "#5d8a4e", "#c2c96a", "#f6f0d2"],
  ],
  [
    /\b(night|space|star|stars|moon|dream|galaxy|dark)/,
    ["#0a0a1f", "#2b1d5c", "#6b3fa0", "#e069a6", "#ffdfc2"],
  ],
  [
    /\b(flower|rose|pink|love|candy|blossom|sweet)/,
    ["#3a1236", "#a02b63", "#ea6a86", "#f8b7a4", "#fff0df"],
  ],
];
const COMMON: Palette = ["#1b1a2e", "#33568c", "#d95d39", "#f0b34a", "#f7efdc"];
const OTHERS: readonly Palette[] = [
  COMMON,
  ["#131c26", "#1f6f6b", "#e0a458", "#e5654b", "#f5ead2"],
  ["#221427", "#5a3e85", "#3fa7a0", "#f2c14e", "#fbf1e0"],
];
const MOTIFS: readonly (readonly [RegExp, (scene: Scene) => string])[] = [
  [
    /\b(mountain|hill|sea|desert|forest|land|valley|island|sunset|lake|dune)/,
    ridges,
  ],
  [/\b(star|stars|space|moon|planet|sun|galaxy|music|city)/, orbits],
  [/\b(wind|hair|river|water|smoke|dance|dream|flower|ribbon|silk)/, ribbons],
];

/**
 * A picture grown from words alone: they choose colours and a motif, and seed everything that chance decides, so that
 * the same words give the same picture. No word is drawn.
 */
export async function promptPicture(prompt: string): Promise<Raster> {
  const words = prompt
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
  const chance = chanceOf(words);
  const pick = <T>(items: readonly T[], fallback: T): T =>
    items[Math.floor(chance() * items.length)] ?? fallback;
  const others = pick(OTHERS, COMMON);
  const scenes = pick([ridges, ribbons, orbits], ridges);
  const palette = PALETTES.find(([fits]) => fits.test(words))?.[1] ?? others;
  const draw = MOTIFS.find(([fits]) => fits.test(words))?.[1] ?? scenes;
  const drawn = draw({ ...SIZE, palette, chance });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">${drawn}</svg>`;
  return grained(await toRaster(sharp(Buffer.from(svg))), chance);
}

/** What is too smooth to be printed is made a little rough. */
function grained(raster: Raster, chance: () => number): Promise<Raster> {
  return paintRaster(raster, (_x, _y, at) => {
    const [r = 0, g = 0, b = 0] = raster.data.subarray(at * 3, at * 3 + 3);
    const grain = (chance() + chance() - 1) * 16;
    return [r + grain, g + grain, b + grain];
  });
}
