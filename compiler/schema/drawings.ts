import type { JsonSchema } from "./json-schema.ts";

/** The envelope of funnels with the drawings that a brand can have: a funnel's own are written as the brand's are. */
export function withBrandDrawings(
  funnel: JsonSchema,
  brand: JsonSchema,
): JsonSchema {
  const own = funnel.properties?.["drawings"];
  const ofBrand =
    brand.properties?.["theme"]?.properties?.["layout"]?.properties?.[
      "drawings"
    ];
  if (own === undefined || ofBrand === undefined) return funnel;
  const drawings = { ...ofBrand, ...own };
  return { ...funnel, properties: { ...funnel.properties, drawings } };
}
