import type { JsonSchema } from "./json-schema.ts";
import { isData } from "./read.ts";
import { WrongSchema } from "./wrong-schema.ts";

const OF_SHARED = /(?:^|\/)shared\.schema\.json#\/\$defs\/(\w+)$/;

/**
 * What `JSON.parse` makes of each value of a schema: a reference to `schema/envelope/shared.schema.json` is what stands
 * there, beside what the file says itself.
 */
export function withShared(shared: JsonSchema, file: string) {
  return (_key: string, value: unknown): unknown => {
    if (!isData(value) || typeof value.$ref !== "string") return value;
    const { $ref, ...own } = value;
    const name = OF_SHARED.exec($ref)?.[1];
    if (name === undefined) return value;
    const definition = shared.$defs?.[name];
    if (definition === undefined)
      throw new WrongSchema([`${file}: ${$ref} is not there`]);
    return { ...definition, ...own };
  };
}
