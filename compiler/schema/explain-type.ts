import type { ErrorObject } from "ajv/dist/2020.js";
import {
  diagnose,
  type Diagnostic,
  type Fix,
} from "../diagnostics/diagnostic.ts";
import { valueAt } from "./json-pointer.ts";
import type { JsonSchema } from "./json-schema.ts";
import { loneKey } from "./lone-key.ts";
import { isOtherEnd, scoreWords } from "./score-words.ts";
import {
  foundWords,
  joiningWord,
  LISTED_CONDITIONS,
  meantWords,
  typeWords,
} from "./schema-words.ts";
import type { Path } from "../diagnostics/span.ts";
import type { Source } from "../parse/source.ts";

/** What belongs here, with the keys that it cannot do without where its description shows none. */
function formOf({ description, type, required = [] }: JsonSchema) {
  if (type !== "object" || required.length === 0) return description;
  if (description?.includes("`") === true) return description;
  const keys = `\`{ ${required.map((key) => `${key}: …`).join(", ")} }\``;
  return description === undefined
    ? keys
    : `${description.replace(/\.$/, "")}: ${keys}`;
}

/** Keys that hold one condition. */
const CONDITION = /^(?:when|not)$/;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** What is meant by a text that stands where keys or a number are asked for; undefined where nobody can say. */
function wordsOfPlace(
  path: Path,
  value: unknown,
  root: unknown,
): string | undefined {
  if (typeof value !== "string") return undefined;
  if (path.includes("when") && path.length > 1 && DAY.test(value))
    return `days have no \`atLeast\` and \`atMost\`: a condition names the day itself, \`${String(path.at(-2))}: ${value}\``;
  return path.at(-2) === "sections" &&
    valueAt(root, ["shared", value]) !== undefined
    ? `to use the section from \`shared\`, write \`{ use: ${value} }\``
    : undefined;
}

/** `null` for a text, or `True` as a word: YAML reads them as something else. */
function wordsOfScalar(
  value: unknown,
  line: string,
  { type }: JsonSchema,
): string | undefined {
  const [written] =
    /^(?:null|Null|NULL|~|True|TRUE|False|FALSE)(?![^\s,}\]])/.exec(line) ?? [];
  if (written === undefined || ![type].flat().includes("string"))
    return undefined;
  if (value !== null && typeof value !== "boolean") return undefined;
  return `put it in quotes if visitors are to read it: "${written}"`;
}

/** A value of the wrong type, and what will have been meant; none when an earlier finding covers it. */
export function wrongType(
  error: ErrorObject,
  path: Path,
  source: Source,
  schema: JsonSchema,
): Diagnostic[] {
  const joined = joiningWord(path);
  if (joined !== null) {
    const at = source.span(joined.path, "key");
    return [
      diagnose("schema/unknown-key", at, {
        ...joined,
        known: [],
        isWord: false,
      }),
    ];
  }
  const expected = typeWords(schema.type);
  const found = foundWords(error.data, schema.type);
  const beside = valueAt(source.data, path.slice(0, -1));
  const lone = loneKey(source, beside, path);
  if (lone?.isFirst === false || isOtherEnd(path, beside)) return [];
  let meant =
    scoreWords(path, error.data, source.data) ?? meantWords(schema, error.data);
  if (Array.isArray(error.data) && CONDITION.test(String(path.at(-1))))
    meant = LISTED_CONDITIONS;
  if (lone !== null)
    meant = path.includes("when")
      ? `put several answers in brackets: \`${lone.key}: [${lone.parts.join(", ")}]\``
      : `text that contains a comma needs quotes here: \`${lone.meant}\``;
  const at = source.span(path, "value");
  const line = source.text.split("\n")[at.line - 1]?.slice(at.column - 1) ?? "";
  if (error.data === null && /^#[^\s#]/.test(line))
    meant = `everything after # is a comment; put the text in quotes: ${JSON.stringify(line.trimEnd())}`;
  meant ??=
    wordsOfPlace(path, error.data, source.data) ??
    wordsOfScalar(error.data, line, schema);
  const words = { expected, found, meant, description: formOf(schema) };
  const fix = lone === null ? listed(path, error.data, source, schema) : null;
  return [diagnose("schema/wrong-type", at, words, [], fix ?? undefined)];
}

/** A text becomes the one item of a list of texts; null where something else may be meant. */
function listed(
  path: Path,
  value: unknown,
  { file }: Source,
  { type, items }: JsonSchema,
): Fix | null {
  const key = path.at(-1);
  if (type !== "array" || ![items?.type].flat().includes("string")) return null;
  if (typeof value !== "string" || typeof key !== "string") return null;
  if (!/^[^\s,]+$/.test(value)) return null;
  const change = {
    kind: "set-key",
    file,
    path: path.slice(0, -1),
    key,
  } as const;
  return { kind: "suggested", changes: [{ ...change, value: [value] }] };
}
