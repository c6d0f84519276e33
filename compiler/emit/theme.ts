import { luminance } from "../link/color.ts";
import type { BrandNode } from "../link/program.ts";
import { type EmittedFile } from "./file.ts";

/** A font as the page loads it; made by `compiler/site/fonts.ts`. */
export interface FontFaces {
  /** `@font-face` rules of the font and of its size-matched fallback. */
  readonly css: string;
  /** The font-family list, fallbacks included. */
  readonly family: string;
  /** Address of the file that every page needs. */
  readonly preload: string;
}

const NAMES: Readonly<Record<string, string>> = {
  accentStrong: "accent-strong",
  onAccent: "on-accent",
};

/** A brand's look as custom properties. */
export function emitTheme(
  { brand, theme }: BrandNode,
  fonts: FontFaces,
): EmittedFile {
  const colors = Object.entries(theme.colors).map(
    ([name, value]) => `--${NAMES[name] ?? name}:${value}`,
  );
  const radius = Object.entries(theme.radius).map(
    ([name, px]) => `--radius-${name}:${px}px`,
  );
  const type = [
    `--font:${fonts.family}`,
    `--type:${theme.font.size}`,
    `--weight:${theme.font.weight}`,
    `--heading-weight:${theme.font.headingWeight}`,
    `--heading-tracking:${theme.font.headingTracking}em`,
  ];
  const scheme = isDark(theme.colors.page ?? "#ffffff") ? "dark" : "light";
  const content = `${fonts.css}:root{color-scheme:${scheme};${[...colors, ...radius, ...type].join(";")}}\n`;
  return { name: `brands/${brand.id}/theme.css`, content };
}

/** Fields and scroll bars of the browser follow the page: on a dark one they are dark. */
function isDark(page: string): boolean {
  return luminance(page) < 0.2;
}
