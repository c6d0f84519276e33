/** What is wrong in a file of `schema/`, in words for whoever writes one. */
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { JsonSchema } from "./json-schema.ts";
import { items } from "./read.ts";

/** What of a value does not conform to its schema, a sentence each; `name` is what the value is called in them. */
export function misfitsOf(
  schema: JsonSchema,
  value: unknown,
  name: string,
): string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true });
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== "if")
    .map((error) => misfitWords(error, name));
}

function misfitWords(error: ErrorObject, name: string): string {
  const { keyword, instancePath, message, params, data, parentSchema } = error;
  const where = `${name}${instancePath}`;
  switch (keyword) {
    case "additionalProperties": {
      const known = Object.keys(Object(parentSchema).properties).join(", ");
      return `${where} have no "${params["additionalProperty"]}"; there are ${known}`;
    }
    case "required":
      return `${where} lack "${params["missingProperty"]}"`;
    case "enum": {
      const allowed = items(params["allowedValues"]).map((one) =>
        JSON.stringify(one),
      );
      return `${where} is ${JSON.stringify(data)}, which is not one of ${allowed.join(", ")}`;
    }
    default:
      return [where, message, ...Object.values(params)].join(" ");
  }
}
