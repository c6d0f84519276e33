import type { Language } from "./language.ts";

/** `site.schema.json`, `brand.schema.json` and `funnel.schema.json` as text, each complete in itself. */
export function editorSchemas(language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(language.documents).map(([name, schema]) => [
      `${name}.schema.json`,
      `${JSON.stringify({ $comment: "Woven by `npm run schema` from schema/envelope, pages and sections.", ...schema })}\n`,
    ]),
  );
}
