import { describe, expect, test } from "vitest";
import { Ajv2020 } from "ajv/dist/2020.js";
import { run } from "../testing/run-module.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { readSchemaDir } from "../workspace/environment.ts";
import { emitReaders } from "./readers.ts";
import { ROOT } from "../testing/root.ts";

const schemas = readSchemaDir(ROOT, "api");
const calls = Object.entries(schemas).filter(
  ([, { properties }]) => properties?.["answer"]?.type === "object",
);
// All of them as one module: what they import of each other is there.
const module = await run({
  name: "readers.ts",
  content: emitReaders({ read: calls.map(([name]) => name) }, schemas)
    .map(({ content }) => content.replaceAll(/^import .*$/gm, ""))
    .join("\n"),
});
const ajv = new Ajv2020({ allowUnionTypes: true, formats: { currency: true } });

describe.each(calls)("the reader of %s", (name, schema) => {
  const is = (value: unknown): unknown => {
    const guard = module[`is${schema.title ?? ""}`];
    if (typeof guard !== "function") throw new Error(`no reader of ${name}`);
    return guard(value);
  };
  const validate = ajv.compile(withRoom(schema.properties?.["answer"]));
  const answer = Object(sampleOf(schema.properties?.["answer"] ?? {}));

  test("takes an answer that fits the schema, and one with more in it", () => {
    expect(validate(answer)).toBe(true);
    expect(is(answer)).toBe(true);
    expect(is({ ...answer, since: "tomorrow" })).toBe(true);
  });

  test("takes nothing of which a field is missing or of another type", () => {
    for (const damaged of damagedForms(answer)) {
      // What is left out may be optional; the schema has the say.
      expect([damaged, is(damaged)]).toEqual([damaged, validate(damaged)]);
    }
    for (const nonsense of [null, undefined, "<html>", 5, []])
      expect(is(nonsense)).toBe(false);
  });
});

test("a text without end is none", () => {
  const { isVisitorInfo } = module;
  if (typeof isVisitorInfo !== "function") throw new Error("no reader");
  const visitor = { is_new_visitor: true, contact_info: {} };
  expect(isVisitorInfo({ ...visitor, visitor_id: "v".repeat(4_096) })).toBe(
    true,
  );
  expect(isVisitorInfo({ ...visitor, visitor_id: "v".repeat(4_097) })).toBe(
    false,
  );
});

/** Something that fits a schema, with every field that it knows. */
function sampleOf(schema: JsonSchema): unknown {
  const { enum: values, properties = {}, items = {}, pattern } = schema;
  if (values !== undefined) return values[0];
  switch ([schema.type].flat()[0]) {
    case "string":
      return pattern === "^[A-Z]{3}$" ? "JPY" : "A".repeat(22);
    case "integer":
      return schema.minimum ?? 1;
    case "number":
      return 0.5;
    case "boolean":
      return true;
    case "array":
      return [sampleOf(items)];
    default: {
      const fields = Object.entries(properties);
      const others = schema.additionalProperties;
      if (typeof others === "object") fields.push(["other", others]);
      return Object.fromEntries(
        fields.map(([key, inner]) => [key, sampleOf(inner)]),
      );
    }
  }
}

/** A schema that lets more keys be there than it names, as readers do. */
function withRoom(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "additionalProperties" && value === false ? undefined : value,
  );
}

/** The answer with each of its fields, however deep, left out, and put in another type. */
function damagedForms(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item, i) =>
      damagedForms(item).map((damaged) => value.with(i, damaged)),
    );
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const { [key]: _, ...rest } = Object(value);
    const others = [[5], true, { x: 1 }, 1.5, null];
    return [
      rest,
      ...[...others, ...damagedForms(inner)].map((damaged) => ({
        ...rest,
        [key]: damaged,
      })),
    ];
  });
}
