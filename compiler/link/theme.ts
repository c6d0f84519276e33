import type { Brand } from "../shared/contract.ts";
import type { Theme } from "./program.ts";
import { data, number, oneOf, text, type Data } from "../schema/read.ts";

const LOOKS = {
  choices: "card",
  progress: "bar",
  header: "center",
  ground: "plain",
  elevation: "soft",
  align: "center",
  button: "solid",
  desk: "columns",
} as const;

/** The attributes of `<html>` that pick a brand's forms. */
export function lookOf(look: Data): Brand["look"] {
  return Object.fromEntries(
    Object.entries(LOOKS).map(([name, fallback]) => [
      `data-${name}`,
      text(look[name], fallback),
    ]),
  );
}

/** Colours, corners and font as they are written. */
export function themeOf(theme: Data): Theme {
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

function colorsOf(written: Data): Theme["colors"] {
  return Object.fromEntries(
    Object.entries(written).map(([name, color]) => [name, text(color)]),
  );
}
