import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Checkout } from "../checkout.mjs";
import { editorSchemas } from "../schema/editor-schemas.ts";
import { readEnvironment } from "../workspace/environment.ts";

/** Writes the schemas that the modelines of YAML files point to. */
export function schemaCommand({ root }: Checkout): number {
  const { language } = readEnvironment(root, "", "");
  for (const [name, text] of Object.entries(editorSchemas(language)))
    writeFileSync(join(root, "schema", name), text);
  return 0;
}
