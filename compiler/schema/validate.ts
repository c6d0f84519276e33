import {
  Ajv2020,
  type ErrorObject,
  type ValidateFunction,
} from "ajv/dist/2020.js";
import { conformance } from "./conform/document.ts";
import type { Test } from "./conform/test.ts";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { explain, keysFor } from "./explain-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Language } from "./language.ts";
import { misplacedItems } from "./misplaced.ts";
import type { EnvelopeId } from "../parse/file-name.ts";
import type { Source } from "../parse/source.ts";
import { data } from "./read.ts";
import { nearest } from "../diagnostics/wording.ts";

/** Our annotations: known to the editor, the linker and the type emitter, silent in validation. */
const ANNOTATIONS = [
  "traits",
  "edge",
  "fixed",
  "concerns",
  "tsType",
  "doNotSuggest",
  "markdownEnumDescriptions",
];

export type SchemaCheck = (kind: EnvelopeId, source: Source) => Diagnostic[];

/**
 * The returned function checks one file against its schema. Nearly every file is right, which `conformance` says
 * sooner than Ajv is compiled; Ajv, which says the same and why, is asked about the others.
 */
export function createSchemaCheck(language: Language): SchemaCheck {
  const tests = new Map<EnvelopeId, Test>();
  return (kind, source) => {
    const conforms = tests.get(kind) ?? conformance(language.documents[kind]);
    tests.set(kind, conforms);
    if (conforms(source.data)) return [];
    const validate = validatorOf(kind, language);
    if (validate(source.data)) return [];
    const other = kindMeant(kind, source, language);
    if (other !== undefined) {
      const [first = ""] = Object.keys(data(source.data));
      const at = source.span([first], "key");
      return [diagnose("schema/other-kind", at, { is: other, wanted: kind })];
    }
    const errors = withoutTypos(worst(validate.errors ?? []));
    const { found, others } = misplacedItems(errors, source);
    return [
      ...found,
      ...others.flatMap((error) => explain(error, source, language, kind)),
    ];
  };
}

/**
 * The kind of a file that was saved under the name of another: it has all keys that its own kind asks for, and none of
 * those that only the other one does.
 */
function kindMeant(
  kind: EnvelopeId,
  { data: content }: Source,
  { documents }: Language,
): EnvelopeId | undefined {
  const keys = data(content);
  const kinds: readonly EnvelopeId[] = ["site", "brand", "funnel"];
  return kinds.find((one) => {
    const { required = [], properties = {} } = documents[one];
    const alone = documents[kind].required?.filter(
      (key) => !(key in properties),
    );
    return (
      one !== kind &&
      required.every((key) => key in keys) &&
      alone?.every((key) => !(key in keys))
    );
  });
}

/** By the schema that they were compiled from, which takes longer than many files take to be checked. */
const validators = new WeakMap<JsonSchema, ValidateFunction>();

/** Ajv's own check of one kind of file. */
export function validatorOf(
  kind: EnvelopeId,
  language: Language,
): ValidateFunction {
  const schema = language.documents[kind];
  const validate = validators.get(schema) ?? compiled(schema);
  validators.set(schema, validate);
  return validate;
}

function compiled(schema: JsonSchema): ValidateFunction {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
    validateFormats: false,
    verbose: true,
    code: { optimize: false },
  });
  ajv.addVocabulary(ANNOTATIONS);
  return ajv.compile(schema);
}

/**
 * A missing key is not told where an unknown one is its misspelling: that is one mistake. Where the misspelt key is
 * the one that says what an item is, none of the item's other keys can be checked.
 */
function withoutTypos(errors: readonly ErrorObject[]): ErrorObject[] {
  const meant = new Set<string>();
  const kindless = new Map<string, ErrorObject>();
  for (const error of errors) {
    const { keyword, params, parentSchema, instancePath } = error;
    if (keyword !== "additionalProperties") continue;
    const unknown = String(params.additionalProperty);
    const known = keysFor(unknown, parentSchema?.properties, error.data);
    const name = nearest(unknown, known);
    meant.add(`${instancePath} ${name}`);
    if (name === "page" && data(error.data).page === undefined)
      kindless.set(instancePath, error);
  }
  return asOtherWords(
    errors.filter((error) => {
      const { keyword, params, instancePath } = error;
      if (keyword !== "required" && keyword !== "additionalProperties")
        return true;
      const told = kindless.get(instancePath);
      if (told !== undefined) return error === told;
      return (
        keyword !== "required" ||
        !meant.has(`${instancePath} ${params.missingProperty}`)
      );
    }),
  );
}

/**
 * Where one key is missing and one is unknown, the one may be another word for the other: `text` for `label`. Of as many
 * of each, those are that begin alike: `question` and `answer` for `q` and `a`.
 */
function asOtherWords(errors: readonly ErrorObject[]): ErrorObject[] {
  const beside = (keyword: string, { instancePath }: ErrorObject) =>
    errors.filter(
      (error) =>
        error.keyword === keyword && error.instancePath === instancePath,
    );
  const meant = new Map<ErrorObject, string>();
  const told = new Set<ErrorObject>();
  for (const error of errors) {
    if (error.keyword !== "additionalProperties") continue;
    const gone = beside("required", error);
    const written = String(error.params.additionalProperty);
    const wanted = gone.find(
      (one) =>
        !told.has(one) &&
        (gone.length === 1 || written.startsWith(one.params.missingProperty)),
    );
    const known = keysFor(written, error.parentSchema?.properties, error.data);
    const name = String(wanted?.params.missingProperty);
    const isSlip = nearest(written, known) !== undefined;
    if (wanted === undefined || isSlip || !known.includes(name)) continue;
    if (gone.length !== beside(error.keyword, error).length) continue;
    meant.set(error, name);
    told.add(wanted);
  }
  return errors.flatMap((error) => {
    if (told.has(error)) return [];
    const missingProperty = meant.get(error);
    return missingProperty === undefined
      ? [error]
      : [{ ...error, params: { ...error.params, missingProperty } }];
  });
}

/** The keywords that only report that another one failed. */
const ECHOES = new Set(["if", "allOf", "propertyNames"]);

/** The keywords of which one value may break several at once: the first in this order is told. */
const ABOUT_VALUE = ["type", "minLength", "enum", "const", "pattern"];

/** The errors without those that follow from another: a number instead of a text is also none of its values. */
function worst(errors: readonly ErrorObject[]): ErrorObject[] {
  const rank = ({ keyword }: ErrorObject) => ABOUT_VALUE.indexOf(keyword);
  const first = new Map<string, number>();
  for (const error of errors) {
    if (rank(error) === -1 || error.propertyName !== undefined) continue;
    const known = first.get(error.instancePath) ?? ABOUT_VALUE.length;
    first.set(error.instancePath, Math.min(known, rank(error)));
  }
  return errors.filter((error) => {
    if (ECHOES.has(error.keyword)) return false;
    if (rank(error) === -1 || error.propertyName !== undefined) return true;
    return rank(error) === first.get(error.instancePath);
  });
}
