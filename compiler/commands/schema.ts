import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../workspace/content.ts";
import { editorSchemas } from "../schema/editor-schemas.ts";
import { readEnvironment } from "../workspace/environment.ts";

/** Writes the schemas that the modelines of YAML files point to. */
export function schemaCommand(): number {
  const { language } = readEnvironment("", "");
  for (const [name, text] of Object.entries(editorSchemas(language)))
    writeFileSync(join(ROOT, "schema", name), text);
  return 0;
}
