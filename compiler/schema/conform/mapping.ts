import type { JsonSchema } from "../json-schema.ts";
import { isData, type Data } from "../read.ts";
import { always, type Nested, type Test } from "./test.ts";

type MappingTest = (mapping: Data) => boolean;

/** The tests of a mapping: its keys, and what stands under them. */
export function mappingTests(schema: JsonSchema, nested: Nested): Test[] {
  const tests = [
    ...presenceTests(schema),
    ...nameTests(schema, nested),
    ...keyTests(schema, nested),
  ];
  if (tests.length === 0) return [];
  return [
    (value) => {
      if (!isData(value)) return true;
      for (const test of tests) if (!test(value)) return false;
      return true;
    },
  ];
}

function presenceTests({ required = [], minProperties }: JsonSchema) {
  const tests: MappingTest[] = [];
  if (required.length > 0)
    tests.push((mapping) => {
      for (const key of required) if (mapping[key] === undefined) return false;
      return true;
    });
  if (minProperties !== undefined)
    tests.push((mapping) => Object.keys(mapping).length >= minProperties);
  return tests;
}

function nameTests({ propertyNames }: JsonSchema, nested: Nested) {
  if (propertyNames === undefined) return [];
  const name = nested(propertyNames);
  return [(mapping: Data) => Object.keys(mapping).every(name)];
}

/** One pass over the keys that are there: most of those that may be are not. */
function keyTests(schema: JsonSchema, nested: Nested): MappingTest[] {
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
    (mapping) => {
      for (const key in mapping)
        if (!(known.get(key) ?? others)(mapping[key])) return false;
      return true;
    },
  ];
}
