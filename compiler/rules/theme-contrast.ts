import { diagnose } from "../catalogue.ts";
import type { ProgramRule } from "./registry.ts";

/** Pairs of colours that text is set in, with the contrast WCAG 2.2 AA asks for. */
const PAIRS = [
  { ink: "ink", ground: "page", needed: 4.5 },
  { ink: "ink", ground: "surface", needed: 4.5 },
  { ink: "ink", ground: "soft", needed: 4.5 },
  { ink: "muted", ground: "page", needed: 4.5 },
  { ink: "muted", ground: "surface", needed: 4.5 },
  { ink: "onAccent", ground: "accent", needed: 4.5 },
  { ink: "onAccent", ground: "accentStrong", needed: 4.5 },
  { ink: "bad", ground: "page", needed: 4.5 },
  { ink: "accent", ground: "page", needed: 3 },
] as const;

export const themeContrast: ProgramRule = ({ brands }) =>
  brands.flatMap(({ theme, source }) =>
    PAIRS.flatMap(({ ink, ground, needed }) => {
      const ratio = contrast(theme.colors[ink] ?? "", theme.colors[ground] ?? "");
      if (ratio >= needed) return [];
      const at = source.span(["theme", "colors", ink], "value");
      return [diagnose("theme/contrast", at, { ink, ground, ratio, needed })];
    }),
  );

/** WCAG contrast ratio of two `#rrggbb` colours, 1 to 21. */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
