import type { JsonSchema } from "../json-schema.ts";

/** Whether a value is right. A test of one type lets values of all others pass, as JSON Schema has it. */
export type Test = (value: unknown) => boolean;

/** Makes the test of a schema inside another. */
export type Nested = (schema: JsonSchema | boolean) => Test;

export const always: Test = () => true;

export function all(tests: readonly Test[]): Test {
  const relevant = tests.filter((test) => test !== always);
  const [first, second] = relevant;
  if (first === undefined) return always;
  if (second === undefined) return first;
  if (relevant.length === 2) return (value) => first(value) && second(value);
  return (value) => {
    for (const test of relevant) if (!test(value)) return false;
    return true;
  };
}
