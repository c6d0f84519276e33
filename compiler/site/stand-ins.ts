import type { Theme } from "../link/program.ts";
import { readGlyphs } from "./glyphs.ts";

/** What both are measured by: the words of such pages. */
const SAMPLE =
  "the quick question of a heading that asks when you go to bed and what you would like to change in the morning. " +
  "How do you sleep, and what holds you back? Which email shall open your plan";

/** A font that comes with systems, under the names that it and those of its measures have there. */
interface SystemFont {
  readonly names: readonly string[];
  /** How wide a letter of the sample is on average, in em. */
  readonly width: number;
}

/** Windows and Apple's come first, then what Linux has in their place, then Android's. */
const SYSTEM: Readonly<
  Record<
    Theme["font"]["fallback"],
    Readonly<Record<"normal" | "bold", readonly SystemFont[]>>
  >
> = {
  sans: {
    normal: [
      {
        names: ["Arial", "Helvetica", "Liberation Sans", "Arimo", "Roboto"],
        width: 0.4564,
      },
    ],
    bold: [
      {
        names: [
          "Arial Bold",
          "Helvetica Bold",
          "Liberation Sans Bold",
          "Arimo Bold",
          "Roboto Bold",
        ],
        width: 0.492,
      },
    ],
  },
  serif: {
    normal: [
      {
        names: ["Times New Roman", "Times", "Liberation Serif", "Tinos"],
        width: 0.4149,
      },
      { names: ["Noto Serif"], width: 0.4913 },
    ],
    bold: [
      {
        names: [
          "Times New Roman Bold",
          "Times Bold",
          "Liberation Serif Bold",
          "Tinos Bold",
        ],
        width: 0.439,
      },
      { names: ["Noto Serif Bold"], width: 0.5247 },
    ],
  },
};

/**
 * Faces of the system's fonts that take as much room as the brand's until it has loaded, so that nothing shifts: for
 * its texts, its headings and what is bold, each measured in its own weight. `family` lists them.
 */
export async function standIns(
  font: Theme["font"],
  bytes: Uint8Array,
): Promise<{ readonly css: string; readonly family: string }> {
  const { weight, headingWeight } = font;
  const bold = headingWeight >= 600 ? headingWeight : 700;
  const between = headingWeight < 600 && headingWeight > weight;
  const edge = Math.round((weight + headingWeight) / 2);
  const ranges = [
    { from: 100, to: between ? edge : 599, at: weight, kind: "normal" },
    ...(between
      ? [
          {
            from: edge + 1,
            to: 599,
            at: headingWeight,
            kind: "normal",
          } as const,
        ]
      : []),
    { from: 600, to: 900, at: bold, kind: "bold" },
  ] as const;
  const css: string[] = [];
  const families = new Set([font.family]);
  for (const { from, to, at, kind } of ranges) {
    const glyphs = await readGlyphs(bytes, at, 0);
    const width = glyphs.width(SAMPLE) / SAMPLE.length;
    SYSTEM[font.fallback][kind].forEach((system, n) => {
      const family = `${font.family} stand-in${n === 0 ? "" : ` ${n + 1}`}`;
      families.add(family);
      const scale = width / system.width;
      css.push(
        `@font-face{font-family:"${family}";font-weight:${from} ${to};` +
          `src:${system.names.map((name) => `local("${name}")`).join(",")};` +
          `size-adjust:${percent(scale)};ascent-override:${percent(glyphs.ascent / scale)};` +
          `descent-override:${percent(glyphs.descent / scale)};line-gap-override:${percent(glyphs.lineGap / scale)}}`,
      );
    });
  }
  const generic = font.fallback === "serif" ? "serif" : "sans-serif";
  const family = [...families].map((name) => `"${name}"`);
  return { css: css.join(""), family: [...family, generic].join(",") };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
