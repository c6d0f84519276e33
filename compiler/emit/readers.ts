import type { JsonSchema } from "../schema/json-schema.ts";
import type { CallFacts } from "./call.ts";
import { BANNER, pascal, type EmittedFile } from "./file.ts";

/** What the readers are made of; a text that is longer than any answer's has been tampered with. */
const PARTS = {
  record:
    '(x: unknown): x is Readonly<Record<string, unknown>> => typeof x === "object" && x !== null && !Array.isArray(x)',
  text: '(x: unknown): x is string => typeof x === "string" && x.length <= 4_096',
  spare: "(x: unknown): x is string | undefined => x === undefined || text(x)",
  one: "(x: unknown, known: readonly unknown[]): boolean => known.includes(x)",
  list: "(x: unknown, is: (item: unknown) => boolean): boolean => Array.isArray(x) && x.every(is)",
};

/** A call whose answer is read: its name, its type, and what its schema says of the answer. */
interface Read {
  readonly name: string;
  readonly title: string;
  readonly answer: JsonSchema;
}

/**
 * A guard for the answer of each call that pages read, `isVisitorInfo`, made from its schema: what the schema asks for is there, in its
 * type; more may be there, so that a page that was loaded yesterday understands the answers of today. A module for
 * each, because a page loads only those of its calls.
 */
export function emitReaders(
  { read }: Pick<CallFacts, "read">,
  schemas: Readonly<Record<string, JsonSchema>>,
): EmittedFile[] {
  const reads = read.map((name): Read => {
    const { title = pascal(name), properties } = schemas[name] ?? {};
    const answer = properties?.["answer"];
    if (answer?.type !== "object")
      throw new Error(`schema/call.json: "${name}" has no answer to read`);
    return { name, title, answer };
  });
  const known = new Map<string, string>();
  for (const { title, answer } of reads)
    known.set(shapeOf(answer), known.get(shapeOf(answer)) ?? title);
  const parts = Object.entries(PARTS).map(
    ([name, text]) => `export const ${name} = ${text};\n`,
  );
  return [
    { name: "readers/parts.ts", content: BANNER + parts.join("") },
    ...reads.map((read) => emitReader(read, reads, known)),
  ];
}

function emitReader(
  { name, title, answer }: Read,
  reads: readonly Read[],
  known: Known,
): EmittedFile {
  const same = known.get(shapeOf(answer)) ?? title;
  const test = same === title ? objectTest(answer, "x", known) : `is${same}(x)`;
  const uses = (word: string) => new RegExp(`\\b${word}\\(`).test(test);
  const parts = Object.keys(PARTS).filter(uses);
  const lines = [
    `import type { ${title} } from "../api.ts";`,
    ...reads
      .filter((other) => uses(`is${other.title}`))
      .map((other) => `import { is${other.title} } from "./${other.name}.ts";`),
    ...(parts.length === 0
      ? []
      : [`import { ${parts.join(", ")} } from "./parts.ts";`]),
    "",
    `export function is${title}(x: unknown): x is ${title}["answer"] {`,
    `  return ${test};`,
    "}",
  ];
  return {
    name: `readers/${name}.ts`,
    content: `${BANNER}${lines.join("\n")}\n`,
  };
}

type Known = ReadonlyMap<string, string>;

/** The text of an expression that says whether `x` is what the schema describes. */
function testOf(schema: JsonSchema, x: string, known: Known): string {
  const same = known.get(shapeOf(schema));
  if (same !== undefined) return `is${same}(${x})`;
  if (schema.enum !== undefined)
    return `one(${x}, ${JSON.stringify(schema.enum)})`;
  return anyOf(
    [schema.type ?? []].flat().map((type) => typeTest(type, schema, x, known)),
  );
}

function typeTest(
  type: string,
  schema: JsonSchema,
  x: string,
  known: Known,
): string {
  switch (type) {
    case "null":
      return `${x} === null`;
    case "string":
      return `text(${x})`;
    case "integer":
      return `Number.isSafeInteger(${x})`;
    case "number":
      return `Number.isFinite(${x})`;
    case "boolean":
      return `typeof ${x} === "boolean"`;
    case "array":
      return `list(${x}, (item) => ${testOf(schema.items ?? {}, "item", known)})`;
    case "object":
      return objectTest(schema, x, known);
    default:
      throw new Error(`no reader is made of the type "${type}"`);
  }
}

function objectTest(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  x: string,
  known: Known,
): string {
  const own = Object.entries(properties).map(([name, schema]) => {
    const field = `${x}[${JSON.stringify(name)}]`;
    const test = testOf(schema, field, known);
    if (required.includes(name)) return test;
    return test === `text(${field})`
      ? `spare(${field})`
      : `(${field} === undefined || ${test})`;
  });
  const rest =
    typeof additionalProperties === "object"
      ? [
          `Object.values(${x}).every((value) => ${testOf(additionalProperties, "value", known)})`,
        ]
      : [];
  return [`record(${x})`, ...own, ...rest].join(" && ");
}

function anyOf(tests: readonly string[]): string {
  return tests.length === 1 ? (tests[0] ?? "") : `(${tests.join(" || ")})`;
}

/** Equal for schemas that describe the same, in whatever words; empty for what is no answer of a call. */
function shapeOf(schema: JsonSchema): string {
  return schema.properties === undefined
    ? ""
    : JSON.stringify(schema, (key, value: unknown) =>
        key === "description" && typeof value === "string" ? undefined : value,
      );
}
