/** What the schemas of `schema/` have to say of themselves: for editors, for `funnels diff`, for the docs. */
import { formWords } from "./form-words.ts";
import { FORMATS, type JsonSchema } from "./json-schema.ts";
import type { SchemaFiles } from "./language.ts";

const TYPES: ReadonlySet<string> = new Set([
  "array",
  "boolean",
  "integer",
  "null",
  "number",
  "object",
  "string",
]);
const FORMAT_NAMES: ReadonlySet<string> = new Set(FORMATS);

/** What is wrong with the files of pages, sections and envelopes, a line each: `schema/pages/info.schema.json: note has no description`. */
export function schemaProblems(files: SchemaFiles): string[] {
  return [
    ...Object.entries(files.envelopes).flatMap(([name, schema]) =>
      inFile(`envelope/${name}`, keyProblems(schema, "")),
    ),
    ...kindProblems("pages", files.pages),
    ...kindProblems("sections", files.sections),
  ];
}

function kindProblems(
  folder: string,
  kinds: Readonly<Record<string, JsonSchema>>,
): string[] {
  return Object.entries(kinds).flatMap(([kind, schema]) => {
    const file = `${folder}/${kind}`;
    const id = `${file}.schema.json`;
    return inFile(file, [
      ...(schema.$id === id ? [] : [`$id is "${schema.$id}", not "${id}"`]),
      ...(schema.title ? [] : ["there is no title, which menus show"]),
      ...(schema.description ? [] : ["there is no description"]),
      ...(schema.examples?.length
        ? []
        : [
            "there is no example: it is the preview, the smoke test and the documentation",
          ]),
      ...keyProblems(schema, ""),
    ]);
  });
}

function inFile(file: string, problems: readonly string[]): string[] {
  return problems.map((problem) => `schema/${file}.schema.json: ${problem}`);
}

/** @param path the key that the schema is of, as in `options[].label`; empty for all of a file */
function keyProblems(schema: JsonSchema, path: string): string[] {
  const at = path === "" ? "all of it" : path;
  const { type = [], format, pattern, description, properties = {} } = schema;
  const below = (key: string) => (path === "" ? key : `${path}.${key}`);
  return [
    ...[type]
      .flat()
      .filter((name) => !TYPES.has(name))
      .map(
        (name) =>
          `${at} has the type "${name}", which JSON Schema does not have`,
      ),
    ...(format === undefined || FORMAT_NAMES.has(format)
      ? []
      : [
          `${at} has the format "${format}", which there is not; there are ${FORMATS.join(", ")}`,
        ]),
    ...(pattern === undefined || formWords(pattern) || description
      ? []
      : [
          `${at} has a pattern without words: describe the key, or say in compiler/schema/form-words.ts what to write`,
        ]),
    ...Object.entries(properties).flatMap(([key, property]) => [
      ...(property.description || property.$ref !== undefined
        ? []
        : [`${below(key)} has no description`]),
      ...keyProblems(property, below(key)),
    ]),
    ...(schema.items === undefined
      ? []
      : keyProblems(schema.items, `${path}[]`)),
    ...(typeof schema.additionalProperties === "object"
      ? keyProblems(schema.additionalProperties, below("*"))
      : []),
  ];
}
