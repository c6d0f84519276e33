/* oxlint-disable unicorn/no-thenable -- the word is JSON Schema's */
import type { JsonSchema } from "../json-schema.ts";
import { choiceOf } from "./choice.ts";
import { mappingTests } from "./mapping.ts";
import { all, always, type Nested, type Test } from "./test.ts";
import { valueTests } from "./values.ts";

/**
 * What our schemas are made of. A word is either checked here or says nothing about whether a value is right; the type
 * checker asks for every word that is new.
 */
const WORDS: Readonly<Record<keyof JsonSchema, "checked" | "said">> = {
  $ref: "checked",
  type: "checked",
  enum: "checked",
  const: "checked",
  required: "checked",
  properties: "checked",
  additionalProperties: "checked",
  propertyNames: "checked",
  items: "checked",
  allOf: "checked",
  if: "checked",
  then: "checked",
  else: "checked",
  pattern: "checked",
  minItems: "checked",
  maxItems: "checked",
  minLength: "checked",
  maxLength: "checked",
  minProperties: "checked",
  minimum: "checked",
  maximum: "checked",
  exclusiveMinimum: "checked",
  uniqueItems: "checked",
  $schema: "said",
  $id: "said",
  $defs: "said",
  title: "said",
  description: "said",
  format: "said",
  default: "said",
  examples: "said",
  markdownEnumDescriptions: "said",
  doNotSuggest: "said",
  edge: "said",
  fixed: "said",
  concerns: "said",
  providers: "said",
  tsType: "said",
};

/**
 * Whether a value conforms to a schema: Ajv's yes or no, without its words for what is wrong. No code is generated for
 * it, and a step is held against the branch of its own kind alone. Throws for a schema with a word that is not ours.
 */
export function conformance(document: JsonSchema): Test {
  const definitions = new Map<string, Test>();

  /** Made when it is first asked for: sections hold sections. */
  function definition(ref: string): Test {
    const known = definitions.get(ref);
    if (known !== undefined) return known;
    const schema = document.$defs?.[ref.replace("#/$defs/", "")];
    if (schema === undefined) throw new Error(`unknown reference ${ref}`);
    let made: Test | null = null;
    const test: Test = (value) => (made ??= testOf(schema))(value);
    definitions.set(ref, test);
    return test;
  }

  const testOf: Nested = (schema) => {
    if (typeof schema === "boolean") return schema ? always : () => false;
    const unknown = Object.keys(schema).find(
      (word) => !Object.hasOwn(WORDS, word),
    );
    if (unknown !== undefined)
      throw new Error(`no schema of ours says "${unknown}"`);
    return all([
      ...valueTests(schema, testOf),
      ...mappingTests(schema, testOf),
      ...(schema.$ref === undefined ? [] : [definition(schema.$ref)]),
      ...(schema.allOf === undefined ? [] : [choiceOf(schema.allOf, testOf)]),
      ...branchTests(schema, testOf),
    ]);
  };

  return testOf(document);
}

function branchTests(schema: JsonSchema, testOf: Nested): Test[] {
  if (schema.if === undefined) return [];
  const holds = testOf(schema.if);
  const yes = testOf(schema.then ?? true);
  const no = testOf(schema.else ?? true);
  return [(value) => (holds(value) ? yes(value) : no(value))];
}
