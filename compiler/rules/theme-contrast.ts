import { type Diagnostic, diagnose } from "../diagnostics/diagnostic.ts";
import { contrast } from "../link/color.ts";
import type { Theme } from "../link/program.ts";
import type { Source } from "../parse/source.ts";
import type { BrandRule } from "./rule.ts";

/** Pairs of colours that text is set in, with the contrast WCAG 2.2 AA asks for. */
export const PAIRS = [
  { ink: "ink", ground: "page", needed: 4.5 },
  { ink: "ink", ground: "surface", needed: 4.5 },
  { ink: "ink", ground: "soft", needed: 4.5 },
  { ink: "muted", ground: "page", needed: 4.5 },
  { ink: "muted", ground: "surface", needed: 4.5 },
  { ink: "onAccent", ground: "accent", needed: 4.5 },
  { ink: "onAccent", ground: "accentStrong", needed: 4.5 },
  { ink: "bad", ground: "page", needed: 4.5 },
  { ink: "good", ground: "surface", needed: 4.5 },
  { ink: "accent", ground: "page", needed: 3 },
  // Links of mails, which are light, and in both palettes the small numbers of choices.
  { ink: "accent", ground: "surface", needed: 4.5 },
] as const;

export const themeContrast: BrandRule = ({ brands }) =>
  brands.flatMap(({ theme, source }) => [
    ...lowIn(source, theme.colors, "colors"),
    ...(theme.dark === null ? [] : lowIn(source, theme.dark, "dark")),
  ]);

/** @param key where the palette is written */
function lowIn(
  source: Source,
  colors: Theme["colors"],
  key: "colors" | "dark",
): Diagnostic[] {
  const inks = [...new Set(PAIRS.map(({ ink }) => ink))];
  return inks.flatMap((ink) => {
    // One colour is one mistake, wherever it stands; it is told where it is read worst.
    const low = PAIRS.filter((pair) => pair.ink === ink)
      .map(({ ground, needed }) => ({
        ground,
        needed,
        ratio: contrast(colors[ink] ?? "", colors[ground] ?? ""),
      }))
      .filter(({ ratio, needed }) => ratio < needed)
      .sort((one, other) => one.ratio - other.ratio);
    const [worst, ...others] = low;
    if (worst === undefined) return [];
    const at = source.span(["theme", key, ink], "value");
    const also = others.map(({ ground }) => ground);
    return [diagnose("theme/contrast", at, { ink, ...worst, also })];
  });
}
