import { CHAPTERS } from "../shared/chapter.ts";
import { luminance } from "../link/color.ts";
import type { BrandNode, FunnelNode, Theme } from "../link/program.ts";

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

/** A brand's fonts and, as custom properties, its look: a style sheet. A funnel's own drawings replace the brand's. */
export function themeCss(
  { theme }: Pick<BrandNode, "theme">,
  fonts: FontFaces,
  own: FunnelNode["drawings"] = [],
): string {
  const drawings = own.length > 0 ? own : theme.drawings;
  const radius = Object.entries(theme.radius).map(
    ([name, px]) => `--radius-${name}:${px}px`,
  );
  const type = [
    `--font:${fonts.family}`,
    `--type:${theme.font.size}`,
    `--weight:${theme.font.weight}`,
    `--heading-weight:${theme.font.headingWeight}`,
    `--heading-tracking:${theme.font.headingTracking}em`,
    // Letters that stand closer take the room between words with them; they get it back, and as much again.
    `--heading-gap:${Math.max(0, -2 * theme.font.headingTracking)}em`,
  ];
  const rest = [...radius, ...type].join(";");
  const dark =
    theme.dark === null
      ? ""
      : `@media (prefers-color-scheme:dark){:root{${palette(theme.dark)}}}`;
  return `${fonts.css}:root{${palette(theme.colors)};${rest}}${dark}${stageCss(drawings, theme.focus)}\n`;
}

/** One drawing for each stretch of the quiz; the first one develops while answers are read. */
function stageCss(drawings: readonly string[], focus: Theme["focus"]): string {
  const [first] = drawings;
  if (first === undefined) return "";
  const chapters = Array.from({ length: CHAPTERS }, (_, chapter) => {
    const at = Math.floor((chapter * drawings.length) / CHAPTERS);
    const drawing = drawings[at] ?? first;
    const point = focus[drawing];
    const kept = point === undefined ? "" : `;--focus:${point}`;
    return `[data-chapter="${chapter}"]{--drawing:url(${drawing})${kept}}`;
  });
  const art = `url(${first}) ${focus[first] ?? "center"}`;
  return `:root{--art:${art}}${chapters.join("")}`;
}

/**
 * Colours as custom properties, with the scheme that the browser's own parts follow. Without `only`, a browser that
 * darkens light pages would lighten the letters, and leave a coloured ground and the drawings as they are.
 */
function palette(colors: Theme["colors"]): string {
  const scheme = isDark(colors.page ?? "#ffffff") ? "dark" : "only light";
  const own = Object.entries(colors).map(
    ([name, value]) => `--${NAMES[name] ?? name}:${value}`,
  );
  return [`color-scheme:${scheme}`, ...own].join(";");
}

/** Fields and scroll bars of the browser follow the page: on a dark one they are dark. */
function isDark(page: string): boolean {
  return luminance(page) < 0.2;
}
