import { withoutUnseen } from "../diagnostics/as-seen.ts";
import type { ErrorObject } from "ajv/dist/2020.js";
import { data, isData } from "./read.ts";
import { formWords } from "./form-words.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Path } from "../diagnostics/span.ts";
import { useOneOf } from "../diagnostics/wording.ts";
import { meantNumber } from "../parse/written-number.ts";

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "text",
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
export function foundWords(value: unknown, type?: JsonSchema["type"]): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  // A number where a whole one is expected: only its digits say what is wrong.
  if (typeof value === "number" && type === "integer") return String(value);
  return TYPE_WORDS[typeof value] ?? typeof value;
}

/** What switches something on, or else off. */
const SWITCH = /^(?:(true|yes|on)|false|no|off)$/i;

/** A number with the sign of its currency or unit. */
const WITH_SIGN =
  /^(?:[A-Z]{0,3}\$|[€£¥₹₩]|[A-Z][A-Za-z]{1,2}\.?)?\s*(-?\d.*?)\s*(?:[A-Z]{0,3}\$|[€£¥₹₩%]|[A-Z]{3}|px|\.[-–])?$/u;

/** What to do about a value of the wrong type when it can be guessed; undefined when it cannot. */
export function meantWords(
  { type, pattern, enum: values }: JsonSchema,
  value: unknown,
): string | undefined {
  const types = type === undefined ? [] : [type].flat();
  const isText = typeof value === "string";
  if (types.includes("object") && isSplit(value))
    return `put the keys in braces: \`{ ${value.flatMap(Object.keys).join(": …, ")}: … }\``;
  if (types.includes("array") && isData(value))
    return "start each item with a dash and a space, or put all of them in brackets: `[{ … }, { … }]`";
  if (types.includes("string") && !isText) {
    if (typeof value !== "number" && typeof value !== "boolean")
      return undefined;
    if (values?.includes(String(value)) === true)
      return `put it in quotes: "${value}"`;
    if (values !== undefined) return useOneOf(values.map(String));
    if (pattern !== undefined && !new RegExp(pattern, "u").test(String(value)))
      return formWords(pattern);
    // Where no value but words are asked for, nothing is switched on: only what they say helps.
    if (typeof value === "boolean" && !types.includes("number"))
      return undefined;
    return "put the value in quotes if it is meant as text";
  }
  const [, isTrue] = (isText && SWITCH.exec(value)) || [];
  if (types.includes("boolean") && isText && SWITCH.test(value))
    return `write ${isTrue === undefined ? "false" : "true"}, without quotes`;
  if (types.includes("array") && (isText || typeof value === "number"))
    return `put the list in brackets: \`[${value}]\``;
  const isNumber = types.includes("number") || types.includes("integer");
  const [, digits] = (isNumber && isText && WITH_SIGN.exec(value)) || [];
  const number = digits === undefined ? null : meantNumber(digits);
  return number === null ||
    (!types.includes("number") && !Number.isInteger(Number(number)))
    ? undefined
    : `write only the number, without quotes: \`${number}\``;
}

/** Keys with values that were put in brackets: each is an item of its own. */
function isSplit(value: unknown): value is Readonly<Record<string, unknown>>[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => Object.keys(data(item)).length === 1)
  );
}

const ALL_MET =
  "if all conditions must be met, write them in one pair of braces: `{ mood: good, sleep: { atMost: 6 } }`";
const JOINING: Readonly<Record<string, string>> = {
  or: "if one of several conditions is enough, write `any: [{ … }, { … }]`",
  and: ALL_MET,
  all: ALL_MET,
  none: "if none of several conditions may be met, write `not: { any: [{ … }, { … }] }`",
};

/** What to do about a list where a condition stands. */
export const LISTED_CONDITIONS =
  "if one of several conditions is enough, write `any: [{ … }, { … }]`; if all must be met, write them in one pair of braces";

const AT_LEAST = "use `atLeast`: the number itself is included";
const AT_MOST = "use `atMost`: the number itself is included";
/** Other words for the two ends of a range. */
const ENDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "min from over above moreThan greaterThan gt gte"
      .split(" ")
      .map((word) => [word, AT_LEAST]),
  ),
  ...Object.fromEntries(
    "max to upTo under below lessThan lt lte"
      .split(" ")
      .map((word) => [word, AT_MOST]),
  ),
  not: "write `not` in front of the question: `not: { mood: good }`",
};
/** Other words for a condition. */
const CONDITIONS: Readonly<Record<string, string>> = {
  if: "use `when`: `when: { mood: good }`",
  unless: "use `when` and `not`: `when: { not: { mood: good } }`",
};

/** Other words for a picture. */
const PICTURES: Readonly<Record<string, string>> = Object.fromEntries(
  ["image", "img", "photo"].map((word) => [word, "use `picture`"]),
);

const IS = /^(?:is|eq|equals?|in|includes|contains|has|anyOf|oneOf)$/;

/** What to do about a word between a question and the answer that a condition asks for. */
export function answerWords(
  name: string,
  path: Path,
  range: unknown,
): string | undefined {
  const id = path.at(-1);
  const isAnswer =
    path.includes("when") && path.at(-2) !== "score" && IS.test(name);
  if (!isAnswer) return undefined;
  const wanted = [data(range)[name]].flat().map(String);
  const written = wanted.length === 1 ? wanted[0] : `[${wanted.join(", ")}]`;
  return `write the answer behind the question: \`${id}: ${written}\``;
}

/** What to do about a word that other languages have for a key of these. */
export function otherWords(
  name: string,
  known: readonly string[],
): string | undefined {
  const words = known.includes("atLeast")
    ? ENDS
    : known.includes("when")
      ? CONDITIONS
      : {};
  const pictures = known.includes("picture") ? PICTURES : {};
  const all = { ...pictures, ...words };
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** What to do about a key that would say which language something is in. */
export function languageWords(name: string): string | undefined {
  return /^(?:lang|languages?|locales?)$/.test(name)
    ? "remove it: pages are in English, other languages are not supported"
    : undefined;
}

/** The `or`, `and` or `all` of a condition, where `path` leads below one. */
export function joiningWord(
  path: Path,
): { path: Path; name: string; meant: string } | null {
  const from = path.lastIndexOf("when") + 1;
  const i = path.findIndex(
    (key, n) => from > 0 && n >= from && Object.hasOwn(JOINING, key),
  );
  const name = String(path[i]);
  const meant = JOINING[name];
  return meant === undefined
    ? null
    : { path: path.slice(0, i + 1), name, meant };
}

/** What to do about a name with a character in it that cannot be seen. */
export function invisibleWords(name: string): string | undefined {
  return withoutUnseen(name) !== name
    ? "it contains an invisible character: delete the word and type it again"
    : undefined;
}

/** A value as it is repeated in a message. */
export function shown(value: unknown): string {
  return typeof value === "object" ? foundWords(value) : String(value);
}

/** A broken bound: what is wrong and where the bound lies, and what to do. */
export function rangeWords(error: ErrorObject): {
  readonly rule: string;
  readonly remedy: string;
} {
  const { limit } = error.params;
  switch (error.keyword) {
    case "minimum":
      return {
        rule: `${error.data} is too small: the minimum is ${limit}`,
        remedy: "write a larger number",
      };
    case "exclusiveMinimum":
      return {
        rule: `${error.data} is too small: it must be greater than ${limit}`,
        remedy: "write a larger number",
      };
    case "maximum":
      return {
        rule: `${error.data} is too large: the maximum is ${limit}`,
        remedy: "write a smaller number",
      };
    case "minItems":
      return {
        rule: `too few items: the minimum is ${limit}`,
        remedy: "add items",
      };
    case "maxItems":
      return {
        rule: `too many items: the maximum is ${limit}`,
        remedy: "remove some items",
      };
    case "minProperties":
      return {
        rule: `too few keys: the minimum is ${limit}`,
        remedy: "add keys",
      };
    case "maxLength":
      return {
        rule: `too long: the maximum is ${limit} characters`,
        remedy: "shorten the text",
      };
    default:
      return {
        rule: `this value breaks the rule "${error.keyword}"`,
        remedy: "change the value",
      };
  }
}
