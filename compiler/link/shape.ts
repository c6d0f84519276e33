import type { FORMATS, JsonSchema } from "../schema/json-schema.ts";
import { data } from "../schema/read.ts";
import { isPlain } from "./text.ts";

/** The formats whose values mean more than themselves; the linker resolves each. */
export const LINKED_FORMATS = [
  "text",
  "markdown",
  "asset",
  "film",
  "captions",
  "product",
  "step",
  "question",
  "score",
  "code",
  "options",
  "sections",
  "url",
  "path",
  "condition",
  "point",
] as const satisfies readonly (typeof FORMATS)[number][];
export type LinkedFormat = (typeof LINKED_FORMATS)[number];

/** A schema boiled down to what the linker must visit: linked values and defaults. */
export type Shape =
  | { readonly kind: "plain" }
  | { readonly kind: "leaf"; readonly format: LinkedFormat }
  | { readonly kind: "object"; readonly keys: readonly ShapeKey[] }
  | { readonly kind: "list"; readonly item: Shape };

export interface ShapeKey {
  readonly name: string;
  readonly shape: Shape;
  readonly fallback: unknown;
}

const PLAIN: Shape = { kind: "plain" };

/** Boils a page's or section's schema down to its shape. Edges are left out: they belong to the flow. */
export function shapeOf(schema: JsonSchema): Shape {
  const format = LINKED_FORMATS.find((name) => name === schema.format);
  if (format !== undefined) return { kind: "leaf", format };
  if (schema.properties !== undefined) {
    const keys = Object.entries(schema.properties)
      .filter(([, property]) => property.edge === undefined)
      .map(([name, property]) => ({
        name,
        shape: shapeOf(property),
        fallback: property.default,
      }));
    return { kind: "object", keys };
  }
  if (schema.items !== undefined) {
    const item = shapeOf(schema.items);
    return item.kind === "plain" ? PLAIN : { kind: "list", item };
  }
  return PLAIN;
}

/** Most values stay as they are; knowing that beforehand saves their paths. */
function isDone(shape: Shape, value: unknown): boolean {
  if (shape.kind === "plain") return true;
  return (
    shape.kind === "leaf" &&
    shape.format === "text" &&
    typeof value === "string" &&
    isPlain(value)
  );
}

/** Resolves one linked value; `undefined` when it was wrong and has been reported. */
export type LinkLeaf = (
  format: LinkedFormat,
  value: unknown,
  path: readonly (string | number)[],
) => unknown;

/** Copies `value` along its shape: leaves linked, defaults filled in, absent keys left absent. */
export function linkShape(
  shape: Shape,
  value: unknown,
  path: readonly (string | number)[],
  leaf: LinkLeaf,
): unknown {
  switch (shape.kind) {
    case "plain":
      return value;
    case "leaf":
      return leaf(shape.format, value, path);
    case "list":
      return Array.isArray(value)
        ? value.map((item, i) =>
            linkShape(shape.item, item, [...path, i], leaf),
          )
        : value;
    case "object": {
      const linked: Record<string, unknown> = {};
      const given = data(value);
      for (const { name, shape: inner, fallback } of shape.keys) {
        const found = given[name] ?? fallback;
        if (found === undefined) continue;
        linked[name] = isDone(inner, found)
          ? found
          : linkShape(inner, found, [...path, name], leaf);
      }
      return linked;
    }
  }
}
