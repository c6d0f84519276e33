import type { ErrorObject } from "ajv/dist/2020.js";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { asSeen } from "../diagnostics/as-seen.ts";
import { conformance } from "./conform/document.ts";
import { wrongType } from "./explain-type.ts";
import { formWords } from "./form-words.ts";
import { pathOf, valueAt } from "./json-pointer.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Language } from "./language.ts";
import { loneKey } from "./lone-key.ts";
import { entryWords, proseWords } from "./prose-words.ts";
import { data, text } from "./read.ts";
import {
  answerWords,
  invisibleWords,
  languageWords,
  otherWords,
  rangeWords,
  shown,
} from "./schema-words.ts";
import type { Path } from "../diagnostics/span.ts";
import type { EnvelopeId } from "../parse/file-name.ts";
import type { Source } from "../parse/source.ts";
import { nearest } from "../diagnostics/wording.ts";
import { isWordOf } from "./vocabulary.ts";

/** One error of Ajv as a finding at the smallest thing that is wrong; none when an earlier finding covers it. */
export function explain(
  error: ErrorObject,
  source: Source,
  language: Language,
  kind: EnvelopeId,
): Diagnostic[] {
  const path = pathOf(error.instancePath, source.data);
  const schema = readSchema(error.parentSchema);
  const description = schema.description;
  const value = () => source.span(path, "value");
  switch (error.keyword) {
    case "additionalProperties":
      return unknownKey(error, path, source, schema, language, kind);
    case "required":
      return missingKey(error, path, source, schema, language);
    case "enum":
    case "const":
      return [notAllowed(error, path, source, schema, language)];
    case "type":
      return wrongType(error, path, source, schema);
    case "minLength":
      return [diagnose("schema/empty", value(), { description })];
    case "uniqueItems": {
      // The second of the two; in which order they are told depends on the items' type.
      const i = Math.max(Number(error.params.i), Number(error.params.j));
      const at = source.span([...path, i], "value");
      return [diagnose("schema/duplicate-item", at, {})];
    }
    case "pattern":
      return [wrongForm(error, path, source, schema)];
    default: {
      const broken = { ...rangeWords(error), description };
      return [diagnose("schema/out-of-range", value(), broken)];
    }
  }
}

function unknownKey(
  error: ErrorObject,
  path: Path,
  source: Source,
  schema: JsonSchema,
  language: Language,
  kind: EnvelopeId,
): Diagnostic[] {
  const name = String(error.params.additionalProperty);
  const lone = loneKey(source, error.data, [...path, name]);
  if (lone?.isFirst === false) return [];
  const known = keysFor(name, schema.properties, error.data);
  const meant =
    lone === null
      ? (invisibleWords(name) ??
        languageWords(name) ??
        answerWords(name, path, error.data) ??
        otherWords(name, known) ??
        besideSection(name, error.data) ??
        proseWords(name, source, path) ??
        entryWords(name, path, error.data, known) ??
        otherPlace(name, path, kind, language))
      : `text that contains a comma needs quotes here: \`${lone.meant}\``;
  const at = source.span([...path, name], "key");
  const isWord = isWordOf(language, "keys", name);
  const { missingProperty: missing } = error.params;
  const lacks =
    typeof missing !== "string" || meant !== undefined
      ? undefined
      : {
          name: missing,
          description: schema.properties?.[missing]?.description,
          fits: fits(
            data(error.data)[name],
            schema.properties?.[missing],
            language,
          ),
        };
  const isProse = /\S\s+\S/.test(text(data(error.data)[name]));
  const texts = isProse ? textsOf(schema) : [];
  const words = { name, known, meant, isWord, lacks, texts };
  return [diagnose("schema/unknown-key", at, words)];
}

/** Whether a value could stand under another key, whose schema may name any definition of the language. */
function fits(
  value: unknown,
  schema: JsonSchema | undefined,
  { documents }: Language,
): boolean {
  if (schema === undefined) return false;
  const definitions = Object.values(documents).map(({ $defs }) => $defs);
  return conformance({ ...schema, $defs: Object.assign({}, ...definitions) })(
    value,
  );
}

/** The keys whose values visitors read. */
function textsOf({ properties }: JsonSchema): string[] {
  return Object.entries(properties ?? {}).flatMap(([key, { format }]) =>
    format === "text" || format === "markdown" ? [key] : [],
  );
}

/** What to say of a section that is used where another one is written. */
function besideSection(name: string, item: unknown): string | undefined {
  return name === "use" && data(item).section !== undefined
    ? "`use` stands alone: remove it, or remove `section` and what belongs to that"
    : undefined;
}

/** The keys that an unknown one may stand for: where the nearest is there already, only those that are not. */
export function keysFor(
  name: string,
  properties: object = {},
  item: unknown = {},
): string[] {
  const known = Object.keys(properties);
  const isThere = (key: string) => Object.hasOwn(data(item), key);
  const near = nearest(name, known);
  return near !== undefined && isThere(near)
    ? known.filter((key) => !isThere(key))
    : known;
}

/** The two lists of a funnel: what an item of each is called, and its definition in the language. */
const LISTS = [
  {
    key: "questions",
    item: "a question",
    definition: "question",
    // Every question may stand there.
    orElse: ", or move the question to `pages`",
  },
  { key: "pages", item: "a step", definition: "page", orElse: "" },
] as const;

/** What to say of a key that a page of a funnel may have, or an item of the other list there. */
function otherPlace(
  name: string,
  path: Path,
  kind: EnvelopeId,
  { envelopes }: Language,
): string | undefined {
  if (path.length !== 2) return undefined;
  const [list] = path;
  const { $defs = {} } = envelopes.funnel;
  const has = (definition: string) =>
    Object.hasOwn($defs[definition]?.properties ?? {}, name);
  if (kind === "brand")
    return list === "pages" && has("page")
      ? `a page of a funnel may have \`${name}\`, a page of the brand may not: remove it here`
      : undefined;
  const here = LISTS.find(({ key }) => key === list);
  const there = LISTS.find(
    ({ key, definition }) => key !== list && has(definition),
  );
  return here === undefined || there === undefined
    ? undefined
    : `${there.item} under \`${there.key}\` may have \`${name}\`, ${here.item} under \`${here.key}\` may not: remove it here${here.orElse}`;
}

function missingKey(
  error: ErrorObject,
  path: Path,
  source: Source,
  { properties }: JsonSchema,
  language: Language,
): Diagnostic[] {
  const name = String(error.params.missingProperty);
  // Nothing is known of an item before it says what it is: that word itself may be mistyped.
  const slip =
    properties === undefined
      ? Object.keys(data(error.data)).find((key) => nearest(key, [name]))
      : undefined;
  if (slip !== undefined) {
    const at = source.span([...path, slip], "key");
    const isWord = isWordOf(language, "keys", slip);
    const words = { name: slip, known: [name], isWord };
    return [diagnose("schema/unknown-key", at, words)];
  }
  const wanted = properties?.[name];
  const known = (wanted?.enum ?? []).map(String);
  const what = { name, description: wanted?.description, known };
  return [diagnose("schema/missing-key", holder(source, path), what)];
}

function wrongForm(
  error: ErrorObject,
  path: Path,
  source: Source,
  schema: JsonSchema,
): Diagnostic {
  const { propertyName } = error;
  const at =
    propertyName === undefined
      ? source.span(path, "value")
      : source.span([...path, propertyName], "key");
  const value = propertyName ?? String(error.data);
  const { pattern, description } = schema;
  return diagnose("schema/wrong-form", at, {
    value,
    description:
      pattern !== undefined && new RegExp(pattern, "u").test(asSeen(value))
        ? (invisibleWords(value) ??
          "a letter of another alphabet looks the same: delete the word and type it again")
        : (formWords(pattern) ?? description),
  });
}

function notAllowed(
  error: ErrorObject,
  path: Path,
  source: Source,
  schema: JsonSchema,
  language: Language,
): Diagnostic {
  const known = (schema.enum ?? [schema.const]).map(String);
  if (error.propertyName !== undefined) {
    const at = source.span([...path, error.propertyName], "key");
    const written = error.propertyName;
    const isWord = isWordOf(language, "keys", written);
    return diagnose("schema/not-allowed", at, { name: written, known, isWord });
  }
  const at = source.span(path, "value");
  const name = shown(error.data);
  const key = path.at(-1);
  if (key === "page") {
    const place = path[0] === "questions" ? "question" : "brand";
    const misplaced = Object.hasOwn(language.pages, name) ? place : null;
    return diagnose("page/unknown", at, { name, known, misplaced });
  }
  if (path.at(-2) === "guards")
    return diagnose("guard/unknown", at, { name, known });
  if (key === "section") {
    const shared = valueAt(source.data, ["shared", name]) !== undefined;
    return diagnose("section/unknown", at, { name, known, shared });
  }
  const isWord = isWordOf(language, "values", name);
  return diagnose("schema/not-allowed", at, { name, known, isWord });
}

/** A missing key is reported at the key that lacks it, or at the list item. */
function holder(source: Source, path: Path) {
  const last = path.at(-1);
  return typeof last === "string"
    ? source.span(path, "key")
    : source.span(path, "value");
}

function readSchema(schema: unknown): JsonSchema {
  return typeof schema === "object" && schema !== null ? schema : {};
}
