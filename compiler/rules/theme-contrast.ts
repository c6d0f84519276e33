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
  return PAIRS.flatMap(({ ink, ground, needed }) => {
    const ratio = contrast(colors[ink] ?? "", colors[ground] ?? "");
    if (ratio >= needed) return [];
    const at = source.span(["theme", key, ink], "value");
    return [diagnose("theme/contrast", at, { ink, ground, ratio, needed })];
  });
}
