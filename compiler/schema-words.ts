import type { ErrorObject } from "ajv/dist/2020.js";
import type { JsonSchema } from "./json-schema.ts";

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "keys with values",
};

/** What a schema's `type` asks for: `a text, a number or a list`. */
export function typeWords(type: JsonSchema["type"]): string {
  const types = type === undefined ? [] : [type].flat();
  const words = types.map((name) => TYPE_WORDS[name] ?? name);
  const last = words.at(-1) ?? "";
  return words.length < 2
    ? last
    : `${words.slice(0, -1).join(", ")} or ${last}`;
}

/** What a value is, in an author's words. */
export function foundWords(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  return TYPE_WORDS[typeof value] ?? typeof value;
}

/** What to do about a value of the wrong type when it can be guessed; undefined when it cannot. */
export function meantWords(
  type: JsonSchema["type"],
  value: unknown,
): string | undefined {
  const types = type === undefined ? [] : [type].flat();
  const isText = typeof value === "string";
  if (types.includes("string") && !isText)
    return typeof value === "number" || typeof value === "boolean"
      ? "put the value in quotes if it is meant as text"
      : undefined;
  if (types.includes("array") && (isText || typeof value === "number"))
    return `a list goes in brackets: \`[${value}]\``;
  const isNumber = types.includes("number") || types.includes("integer");
  if (isNumber && isText && /^-?\d+(?:[.,]\d+)?$/.test(value))
    return `write it without quotes: \`${value.replace(",", ".")}\``;
  return undefined;
}

/** A value as it is repeated in a message. */
export function shown(value: unknown): string {
  return typeof value === "object" ? foundWords(value) : String(value);
}

/** A broken bound: what is wrong and where the bound lies. */
export function rangeWords(error: ErrorObject): string {
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
