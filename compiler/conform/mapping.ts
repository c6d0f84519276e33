import type { JsonSchema } from "../json-schema.ts";
import { isData } from "../link/read.ts";
import { always, type Nested, type Test } from "./test.ts";

/** The tests of a mapping: its keys, and what stands under them. */
export function mappingTests(schema: JsonSchema, nested: Nested): Test[] {
  const { required, minProperties, propertyNames } = schema;
  const tests: Test[] = [];
  if (required !== undefined && required.length > 0)
    tests.push(
      (value) =>
        !isData(value) || required.every((key) => value[key] !== undefined),
    );
  if (minProperties !== undefined)
    tests.push(
      (value) => !isData(value) || Object.keys(value).length >= minProperties,
    );
  if (propertyNames !== undefined) {
    const name = nested(propertyNames);
    tests.push((value) => !isData(value) || Object.keys(value).every(name));
  }
  return [...tests, ...keyTests(schema, nested)];
}

/** One pass over the keys that are there: most of those that may be are not. */
function keyTests(schema: JsonSchema, nested: Nested): Test[] {
  const { properties = {}, additionalProperties = true } = schema;
  const others = nested(additionalProperties);
  const known = new Map(
    Object.entries(properties).map(([key, property]) => [
      key,
      nested(property),
    ]),
  );
  if (others === always && [...known.values()].every((test) => test === always))
    return [];
  return [
    (value) => {
      if (!isData(value)) return true;
      for (const key in value)
        if (!(known.get(key) ?? others)(value[key])) return false;
      return true;
    },
  ];
}
