import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "../json-schema.ts";
import { isData } from "../read.ts";
import type { Nested, Test } from "./test.ts";

/** The tests of everything but mappings. */
export function valueTests(schema: JsonSchema, nested: Nested): Test[] {
  return [
    ...typeTests(schema),
    ...textTests(schema),
    ...numberTests(schema),
    ...listTests(schema, nested),
  ];
}

const TYPES: Readonly<Record<string, Test>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: isData,
};

function typeTests({ type, enum: values, const: only }: JsonSchema): Test[] {
  const tests: Test[] = [];
  if (type !== undefined) {
    const types = [type].flat().map((name) => {
      const test = TYPES[name];
      if (test === undefined) throw new Error(`unknown type ${name}`);
      return test;
    });
    const [first, ...others] = types;
    if (first !== undefined && others.length === 0) tests.push(first);
    else tests.push((value) => types.some((test) => test(value)));
  }
  const allowed = values ?? (only === undefined ? null : [only]);
  if (allowed === null) return tests;
  if (allowed.some((value) => typeof value === "object" && value !== null))
    throw new Error("only plain values can be compared");
  const known = new Set(allowed);
  tests.push((value) => known.has(value));
  return tests;
}

function textTests({ pattern, minLength, maxLength }: JsonSchema): Test[] {
  const tests: Test[] = [];
  const ofText = (test: (text: string) => boolean) =>
    tests.push((value) => typeof value !== "string" || test(value));
  if (minLength !== undefined)
    ofText((text) =>
      // A character is one or two units long.
      text.length >= 2 * minLength ? true : charactersIn(text) >= minLength,
    );
  if (maxLength !== undefined)
    ofText(
      (text) => text.length <= maxLength || charactersIn(text) <= maxLength,
    );
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, "u");
    ofText((text) => expression.test(text));
  }
  return tests;
}

function charactersIn(text: string): number {
  return [...text].length;
}

function numberTests(schema: JsonSchema): Test[] {
  const { minimum, maximum, exclusiveMinimum } = schema;
  const tests: Test[] = [];
  const ofNumber = (test: (number: number) => boolean) =>
    tests.push((value) => typeof value !== "number" || test(value));
  if (minimum !== undefined) ofNumber((number) => number >= minimum);
  if (maximum !== undefined) ofNumber((number) => number <= maximum);
  if (exclusiveMinimum !== undefined)
    ofNumber((number) => number > exclusiveMinimum);
  return tests;
}

function listTests(schema: JsonSchema, nested: Nested): Test[] {
  const { items, minItems, maxItems, uniqueItems } = schema;
  const tests: Test[] = [];
  const ofList = (test: (list: readonly unknown[]) => boolean) =>
    tests.push((value) => !Array.isArray(value) || test(value));
  if (minItems !== undefined) ofList(({ length }) => length >= minItems);
  if (maxItems !== undefined) ofList(({ length }) => length <= maxItems);
  if (items !== undefined) {
    const item = nested(items);
    ofList((list) => list.every(item));
  }
  if (uniqueItems === true)
    ofList(items?.type === "string" ? differ : differInContent);
  return tests;
}

function differ(list: readonly unknown[]): boolean {
  return new Set(list).size === list.length;
}

/** For lists that may hold mappings; they are short. */
function differInContent(list: readonly unknown[]): boolean {
  return list.every((one, i) =>
    list.slice(i + 1).every((other) => !isDeepStrictEqual(one, other)),
  );
}
