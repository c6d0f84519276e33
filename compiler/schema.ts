import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { diagnose } from "./catalogue.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { EnvelopeId, Language } from "./language.ts";
import type { Path, Source } from "./source.ts";

/** Our annotations: known to the editor, the linker and the type emitter, silent in validation. */
const ANNOTATIONS = ["pageKind", "flow", "edge", "tsType"];

export type SchemaCheck = (kind: EnvelopeId, source: Source) => Diagnostic[];

/** Compiles the language once; the returned function checks one file against its schema. */
export function createSchemaCheck(language: Language): SchemaCheck {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
    validateFormats: false,
    verbose: true,
  });
  ajv.addVocabulary(ANNOTATIONS);
  const validators = new Map<EnvelopeId, ValidateFunction>();
  return (kind, source) => {
    const validate = validators.get(kind) ?? ajv.compile(language.documents[kind]);
    validators.set(kind, validate);
    if (validate(source.data)) return [];
    return (validate.errors ?? []).flatMap((error) => explain(error, source));
  };
}

/** The keywords that only report that another one failed. */
const ECHOES = new Set(["if", "allOf", "propertyNames"]);

function explain(error: ErrorObject, source: Source): Diagnostic[] {
  if (ECHOES.has(error.keyword)) return [];
  const path = pathOf(error.instancePath, source.data);
  const schema = readSchema(error.parentSchema);
  const description = schema.description;
  const value = () => source.span(path, "value");
  switch (error.keyword) {
    case "additionalProperties": {
      const name = String(error.params.additionalProperty);
      const known = Object.keys(schema.properties ?? {});
      return [diagnose("schema/unknown-key", source.span([...path, name], "key"), { name, known })];
    }
    case "required": {
      const name = String(error.params.missingProperty);
      const wanted = schema.properties?.[name]?.description;
      return [diagnose("schema/missing-key", holder(source, path), { name, description: wanted })];
    }
    case "enum":
    case "const":
      return [notAllowed(error, path, source, schema)];
    case "type":
      return [
        diagnose("schema/wrong-type", value(), {
          expected: typeWords(schema.type),
          found: foundWords(error.data),
        }),
      ];
    case "minLength":
      return [diagnose("schema/empty", value(), { description })];
    case "uniqueItems":
      return [diagnose("schema/duplicate-item", source.span([...path, Number(error.params.i)], "value"), {})];
    case "pattern":
      if (error.propertyName !== undefined)
        return [
          diagnose("schema/wrong-form", source.span([...path, error.propertyName], "key"), {
            value: error.propertyName,
            description: "a name is made of small letters, digits and dashes, and starts with a letter",
          }),
        ];
      return [diagnose("schema/wrong-form", value(), { value: String(error.data), description })];
    default:
      return [diagnose("schema/out-of-range", value(), { rule: rangeWords(error), description })];
  }
}

function notAllowed(error: ErrorObject, path: Path, source: Source, schema: JsonSchema): Diagnostic {
  if (error.propertyName !== undefined) {
    const at = source.span([...path, error.propertyName], "key");
    return diagnose("schema/not-allowed", at, {
      name: error.propertyName,
      known: (schema.enum ?? []).map(String),
    });
  }
  const at = source.span(path, "value");
  const named = { name: shown(error.data), known: (schema.enum ?? [schema.const]).map(String) };
  const key = path.at(-1);
  if (key === "page") return diagnose("page/unknown", at, named);
  if (path.at(-2) === "guards") return diagnose("guard/unknown", at, named);
  if (key === "section") return diagnose("section/unknown", at, named);
  return diagnose("schema/not-allowed", at, named);
}

/** A missing key is reported at the key that lacks it, or at the list item. */
function holder(source: Source, path: Path) {
  const last = path.at(-1);
  return typeof last === "string" ? source.span(path, "key") : source.span(path, "value");
}

/** A JSON pointer, with list positions as numbers. */
function pathOf(pointer: string, data: unknown): Path {
  const path: (string | number)[] = [];
  let at: unknown = data;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(at) ? Number(key) : key);
    at = child(at, key);
  }
  return path;
}

function child(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

function readSchema(schema: unknown): JsonSchema {
  return typeof schema === "object" && schema !== null ? schema : {};
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "keys with values",
};

function typeWords(type: JsonSchema["type"]): string {
  const types = type === undefined ? [] : [type].flat();
  return types.map((name) => TYPE_WORDS[name] ?? name).join(" or ");
}

function foundWords(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  return TYPE_WORDS[typeof value] ?? typeof value;
}

function shown(value: unknown): string {
  return typeof value === "object" ? foundWords(value) : String(value);
}

function rangeWords(error: ErrorObject): string {
  const { limit } = error.params;
  switch (error.keyword) {
    case "minimum":
      return `${error.data} is too small: at least ${limit}`;
    case "exclusiveMinimum":
      return `${error.data} is too small: more than ${limit}`;
    case "maximum":
      return `${error.data} is too large: at most ${limit}`;
    case "minItems":
      return `too few items: at least ${limit}`;
    case "maxItems":
      return `too many items: at most ${limit}`;
    case "minProperties":
      return `too few keys: at least ${limit}`;
    case "maxLength":
      return `too long: at most ${limit} characters`;
    default:
      return error.message ?? `the rule "${error.keyword}" is broken`;
  }
}
