import { diagnose } from "../diagnostics/diagnostic.ts";
import { contrast } from "../link/color.ts";
import type { BrandRule } from "./rule.ts";

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

export const themeContrast: BrandRule = ({ brands }) =>
  brands.flatMap(({ theme, source }) =>
    PAIRS.flatMap(({ ink, ground, needed }) => {
      const ratio = contrast(
        theme.colors[ink] ?? "",
        theme.colors[ground] ?? "",
      );
      if (ratio >= needed) return [];
      const at = source.span(["theme", "colors", ink], "value");
      return [diagnose("theme/contrast", at, { ink, ground, ratio, needed })];
    }),
  );
