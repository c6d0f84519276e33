import type { Language } from "./language.ts";

/** `site.schema.json`, `brand.schema.json` and `funnel.schema.json` as text, each complete in itself. */
export function editorSchemas(language: Language): Record<string, string> {
  const $comment =
    "Woven by `npx funnels schema` from schema/envelope, pages and sections.";
  return Object.fromEntries(
    Object.entries(language.documents).map(([name, schema]) => [
      `${name}.schema.json`,
      `${JSON.stringify({ $comment, ...schema }, withMarkdown)}\n`,
    ]),
  );
}

/**
 * A description is shown as it stands, backquotes and all; editors that can, render this one. Beside a `$ref` it also
 * stands before the one that is referred to.
 */
function withMarkdown(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!("description" in value) || typeof value.description !== "string")
    return value;
  if (!value.description.includes("`") && !("$ref" in value)) return value;
  return { ...value, markdownDescription: value.description };
}
