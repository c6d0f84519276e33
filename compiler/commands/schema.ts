import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Checkout } from "../checkout.mjs";
import { editorSchemas } from "../schema/editor-schemas.ts";
import { schemaProblems } from "../schema/schema-problems.ts";
import { WrongSchema } from "../schema/wrong-schema.ts";
import { readEnvironment } from "../workspace/environment.ts";

/** Writes the schemas that the modelines of YAML files point to, where those they are made of are complete. */
export function schemaCommand({ root }: Checkout): number {
  const { language } = readEnvironment(root, "", "");
  const problems = schemaProblems(language);
  if (problems.length > 0) throw new WrongSchema(problems);
  for (const [name, text] of Object.entries(editorSchemas(language)))
    writeFileSync(join(root, "schema", name), text);
  return 0;
}
