import type { JsonSchema } from "./json-schema.ts";

/** The envelope of funnels with the mails that a brand can have: a funnel's own are written as the brand's are. */
export function withBrandMails(
  funnel: JsonSchema,
  brand: JsonSchema,
): JsonSchema {
  const own = funnel.properties?.["mails"];
  const ofBrand = brand.properties?.["mails"];
  const mail = brand.$defs?.["mail"];
  if (own === undefined || ofBrand === undefined || mail === undefined)
    return funnel;
  const mails = {
    ...own,
    properties: { ...own.properties, ...ofBrand.properties },
  };
  return {
    ...funnel,
    properties: { ...funnel.properties, mails },
    $defs: { ...funnel.$defs, mail },
  };
}
