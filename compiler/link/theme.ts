import type { Brand } from "../shared/contract.ts";
import type { Theme } from "./program.ts";
import { data, number, oneOf, text, type Data } from "../schema/read.ts";
import { linkAsset } from "./asset.ts";
import { linkDrawings } from "./drawings.ts";
import type { BrandScope, Findings } from "./scope.ts";

const LOOKS = {
  choices: "card",
  progress: "bar",
  header: "center",
  ground: "plain",
  elevation: "soft",
  align: "center",
  button: "solid",
  wide: "columns",
} as const;

const LAYOUTS = {
  stage: "none",
  frame: "none",
  phone: "none",
  travel: "none",
  timing: "none",
  reveal: "ring",
  touch: "none",
} as const;

/** The attributes of `<html>` that pick a brand's forms. */
export function lookOf(theme: Data): Brand["look"] {
  return {
    ...attributesOf(data(theme.look), LOOKS),
    ...attributesOf(data(theme.layout), LAYOUTS),
  };
}

function attributesOf(
  written: Data,
  fallbacks: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fallbacks).map(([name, fallback]) => [
      `data-${name}`,
      text(written[name], fallback),
    ]),
  );
}

/** Colours, corners and font as they are written, and the addresses of the drawings. */
export function themeOf(
  theme: Data,
  scope: Pick<BrandScope, "id" | "assets">,
  findings: Findings,
): Theme {
  const font = data(theme.font);
  return {
    colors: colorsOf(data(theme.colors)),
    dark:
      theme.dark === undefined
        ? null
        : colorsOf({ ...data(theme.colors), ...data(theme.dark) }),
    radius: Object.fromEntries(
      Object.entries(data(theme.radius)).map(([name, px]) => [
        name,
        number(px) ?? 0,
      ]),
    ),
    drawings: linkDrawings(
      data(theme.layout).drawings,
      ["theme", "layout", "drawings"],
      scope,
      findings,
    ),
    focus: focusOf(data(data(theme.layout).focus), scope, findings),
    font: {
      package: text(font.package),
      family: text(font.family),
      fallback: oneOf(font.fallback, ["sans", "serif"]),
      size: number(font.size) ?? 1,
      weight: number(font.weight) ?? 400,
      headingWeight: number(font.headingWeight) ?? 700,
      headingTracking: number(font.headingTracking) ?? 0,
    },
  };
}

function focusOf(
  written: Data,
  scope: Pick<BrandScope, "id" | "assets">,
  findings: Findings,
): Theme["focus"] {
  return Object.fromEntries(
    Object.entries(written).flatMap(([name, point]) => {
      const path = ["theme", "layout", "focus", name];
      const drawing = linkAsset(name, path, scope, findings, "asset", "key");
      return drawing === undefined ? [] : [[drawing.src, text(point)]];
    }),
  );
}

function colorsOf(written: Data): Theme["colors"] {
  return Object.fromEntries(
    Object.entries(written).map(([name, color]) => [name, text(color)]),
  );
}
