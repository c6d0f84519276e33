import type { JsonSchema } from "../schema/json-schema.ts";
import { BANNER, pascal, type EmittedFile } from "./file.ts";

/** What the readers are made of; a text that is longer than any answer's has been tampered with. */
const PARTS = `type Data = Readonly<Record<string, unknown>>;
const record = (x: unknown): x is Data => typeof x === "object" && x !== null && !Array.isArray(x);
const text = (x: unknown): x is string => typeof x === "string" && x.length <= 4_096;
const spare = (x: unknown): x is string | undefined => x === undefined || text(x);
const one = (x: unknown, known: readonly unknown[]): boolean => known.includes(x);
const list = (x: unknown, is: (item: unknown) => boolean): boolean => Array.isArray(x) && x.every(is);
`;

/**
 * A guard for the answer of each call, `isVisitorInfo`, made from its schema: what the schema asks for is there, in its
 * type; more may be there, so that a page that was loaded yesterday understands the answers of today.
 */
export function emitReaders(
  schemas: Readonly<Record<string, JsonSchema>>,
): EmittedFile {
  const answers = Object.entries(schemas)
    .flatMap(([name, { title = pascal(name), properties }]) => {
      const answer = properties?.["answer"];
      return answer?.type === "object" ? [{ title, answer }] : [];
    })
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  const known = new Map<string, string>();
  for (const { title, answer } of answers)
    known.set(shapeOf(answer), known.get(shapeOf(answer)) ?? title);
  const guards = answers.map(({ title, answer }) => {
    const same = known.get(shapeOf(answer)) ?? title;
    const test =
      same === title ? objectTest(answer, "x", known) : `is${same}(x)`;
    return `export function is${title}(x: unknown): x is ${title}["answer"] {\n  return ${test};\n}`;
  });
  const types = answers.map(({ title }) => `  ${title},`).join("\n");
  const content = `import type {\n${types}\n} from "./api.ts";\n\n${PARTS}\n${guards.join("\n\n")}\n`;
  return { name: "readers.ts", content: BANNER + content };
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
