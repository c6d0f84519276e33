import type { JsonSchema } from "../json-schema.ts";
import { data, isData } from "../read.ts";
import { all, always, type Nested, type Test } from "./test.ts";

/** What a mapping must be when one of its keys has a certain value, or is not there. */
interface Case {
  readonly key: string;
  readonly value: unknown;
  readonly whenAbsent: boolean;
  readonly test: Test;
}

/**
 * The test of an `allOf`. When each part is for one value of the same key, as `page` tells steps apart, that value
 * picks the only part whose `if` holds: the others have nothing to say.
 */
export function choiceOf(parts: readonly JsonSchema[], nested: Nested): Test {
  const cases = parts.flatMap((part) => caseOf(part, nested) ?? []);
  const [first] = cases;
  const values = new Set(cases.map(({ value }) => value));
  const isChoice =
    first !== undefined &&
    values.size === parts.length &&
    cases.every(({ key }) => key === first.key);
  if (!isChoice) return all(parts.map(nested));
  const { key } = first;
  const chosen = new Map(cases.map(({ value, test }) => [value, test]));
  const absent = all(
    cases.flatMap(({ whenAbsent, test }) => (whenAbsent ? [test] : [])),
  );
  return (value) => {
    // What is no mapping has no key, and nobody's `if` holds for it.
    if (!isData(value)) return true;
    const choice = value[key];
    return (choice === undefined ? absent : (chosen.get(choice) ?? always))(
      value,
    );
  };
}

/** `if: { type: object, properties: { key: { const: value } }, required: [key] }`, with or without its last part. */
function caseOf(part: JsonSchema, nested: Nested): Case | null {
  const { if: condition, then, ...others } = part;
  if (condition === undefined || Object.keys(others).length > 0) return null;
  const { type, properties, required = [], ...more } = condition;
  const [[key, property] = ["", {}], ...further] = Object.entries(
    properties ?? {},
  );
  const { const: value, ...besides } = data(property);
  const isCase =
    type === "object" &&
    typeof value === "string" &&
    required.every((name) => name === key) &&
    [more, further, besides].every((rest) => Object.keys(rest).length === 0);
  if (!isCase) return null;
  const whenAbsent = required.length === 0;
  return { key, value, whenAbsent, test: nested(then ?? true) };
}
