import { contrast } from "../link/color.ts";
import type { BrandNode, Theme } from "../link/program.ts";
import { PAIRS } from "../rules/theme-contrast.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { told, type Told } from "./change.ts";
import { lowered, nounOf } from "./names.ts";
import { assetNames } from "./values.ts";

/** What changes of a brand's look: colours with their contrasts, corners, type, forms. */
export function lookChanges(
  before: BrandNode,
  after: BrandNode,
  brand: JsonSchema,
): Told[] {
  const theme = brand.properties?.theme?.properties ?? {};
  const [one, other] = [before.theme, after.theme];
  const [logo, newLogo] = [[before.brand.logo], [after.brand.logo]];
  return [
    ...colorChanges("colour", one.colors, other.colors, theme.colors),
    ...darkChanges(one, other, theme.dark),
    ...keyed(one.radius, other.radius, theme.radius, ""),
    ...keyed(one.font, other.font, theme.font, "font: "),
    ...keyed(
      withoutPrefix(before.brand.look),
      withoutPrefix(after.brand.look),
      {
        properties: { ...theme.look?.properties, ...theme.layout?.properties },
      },
      "",
    ),
    ...drawingChanges(one, other),
    ...told("looks", "focus of drawings", pointsOf(one), pointsOf(other)),
    ...told("looks", "logo", assetNames(logo), assetNames(newLogo, logo)),
  ];
}

/** What changes of the drawings beside a quiz: a brand's, or a funnel's own. */
export function drawingChanges(before: Drawn, after: Drawn): Told[] {
  const [one, other] = [before.drawings, after.drawings];
  return told("looks", "drawings", assetNames(one), assetNames(other, one));
}

type Drawn = Pick<Theme, "drawings">;

function pointsOf({ focus }: Theme): string | null {
  const points = Object.entries(focus).map(
    ([drawing, point]) => `${assetNames([drawing])} at ${point}`,
  );
  return points.length === 0 ? null : points.sort().join(", ");
}

function withoutPrefix(look: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(look).map(([name, value]) => [
      name.replace(/^data-/, ""),
      value,
    ]),
  );
}

function keyed(
  before: Readonly<Record<string, string | number>>,
  after: Readonly<Record<string, string | number>>,
  schema: JsonSchema | undefined,
  prefix: string,
): Told[] {
  return keysOf(before, after).flatMap((key) =>
    told(
      "looks",
      prefix + nounOf(schema?.properties?.[key], key),
      before[key] === undefined ? null : String(before[key]),
      after[key] === undefined ? null : String(after[key]),
    ),
  );
}

function darkChanges(
  { dark: before }: Theme,
  { dark: after }: Theme,
  schema: JsonSchema | undefined,
): Told[] {
  if (before !== null && after !== null)
    return colorChanges("dark colour", before, after, schema);
  const own = (colors: Theme["dark"]) =>
    colors === null ? "the same as by day" : "colours of their own";
  return told("looks", lowered("On dark screens"), own(before), own(after));
}

type Colors = Theme["colors"];

function colorChanges(
  noun: string,
  before: Colors,
  after: Colors,
  schema: JsonSchema | undefined,
): Told[] {
  return keysOf(before, after).flatMap((name) => {
    const [one, other] = [before[name], after[name]];
    if (one === other) return [];
    const what = `${noun} "${name}" (${nounOf(schema?.properties?.[name], name)})`;
    return told(
      "looks",
      what,
      withContrast(name, before),
      withContrast(name, after),
    );
  });
}

/** A colour, and how it stands out from those that it is seen with. */
function withContrast(name: string, colors: Colors): string | null {
  const color = colors[name];
  if (color === undefined) return null;
  const ratios = PAIRS.flatMap(({ ink, ground }) => {
    if (ink !== name && ground !== name) return [];
    const ratio = contrast(colors[ink] ?? "", colors[ground] ?? "");
    const pair = ink === name ? `on ${ground}` : `under ${ink}`;
    return [`${ratio.toFixed(1)}:1 ${pair}`];
  });
  return ratios.length === 0 ? color : `${color} (${ratios.join(", ")})`;
}

function keysOf(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}
