import { MIMEType } from "node:util";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { callSchema, type CallName, type CallPart } from "./call-schema.ts";
import type { ApiCalls } from "../../generated/api.ts";
import { ProblemError } from "./problem.ts";

const MAX_MISTAKES = 20;
/** No call has as many; a mistake is noted for each of them. */
const MAX_FIELDS = 100;
const ajv = new Ajv2020({
  allErrors: true,
  allowUnionTypes: true,
  // Which currencies a brand sells in is looked up where they are charged.
  formats: { currency: true },
});

/** How JSON may be sent. */
export type BodyType = "application/json" | "text/plain";

/**
 * Reads the JSON body of a request. Throws a `ProblemError`: 415 for another content type (which also keeps plain
 * HTML forms of other sites out), 400 for broken JSON.
 */
export async function readJson(
  request: Request,
  wanted: BodyType = "application/json",
): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() !== wanted)
    throw new ProblemError("not-json", `Send the body as ${wanted}.`);
  const text = await request.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError("not-parsed", "The body cannot be read as JSON.");
  }
}

/** The fields of a call's form. */
export type FormOf<N extends CallName> = ApiCalls[N] extends {
  readonly form: infer F;
}
  ? F
  : never;

/**
 * Reads a form body as data. Throws a `ProblemError`: 415 for another content type, 400 for a broken form, 422 for too
 * many fields.
 */
export async function readForm(
  request: Request,
): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type") ?? "";
  const separator = separatorOf(type);
  if (separator === null)
    throw new ProblemError("not-a-form", "Send the body as form data.");
  const bytes = Buffer.from(await request.arrayBuffer());
  // Counted first: to read a hundred thousand of them takes seconds, in which nobody else is answered.
  if (countOf(separator, bytes) > MAX_FIELDS) throw tooManyFields();
  const headers = { "content-type": type };
  const form = await new Response(bytes, { headers }).formData().catch(() => {
    throw new ProblemError("not-parsed", "The body cannot be read as a form.");
  });
  return byName(form);
}

/** What stands between the fields of a form of this content type; null for another one. Reads it as `formData` does. */
function separatorOf(type: string): string | null {
  const mime = mimeOf(type);
  switch (mime?.essence) {
    case "application/x-www-form-urlencoded":
      return "&";
    case "multipart/form-data":
      // An empty one separates nothing.
      return mime.params.get("boundary") || null;
    default:
      return null;
  }
}

function mimeOf(type: string): MIMEType | null {
  try {
    return new MIMEType(type);
  } catch {
    return null;
  }
}

/** How often a text occurs, as far as it matters. */
function countOf(text: string, bytes: Buffer): number {
  let count = 0;
  let at = bytes.indexOf(text);
  while (at !== -1 && count <= MAX_FIELDS) {
    count += 1;
    at = bytes.indexOf(text, at + text.length);
  }
  return count;
}

function tooManyFields(): ProblemError {
  return new ProblemError("invalid", `Send at most ${MAX_FIELDS} fields.`);
}

/** A query as data. */
export function readQuery(url: string): Record<string, unknown> {
  return byName(new URL(url).searchParams);
}

/** A name that comes twice becomes a list, which no schema accepts. */
function byName(
  fields: Iterable<readonly [string, unknown]>,
): Record<string, unknown> {
  const values = new Map<string, unknown>();
  let count = 0;
  for (const [name, value] of fields) {
    if ((count += 1) > MAX_FIELDS) throw tooManyFields();
    values.set(name, values.has(name) ? [] : value);
  }
  return Object.fromEntries(values);
}

/**
 * The schema of a call's part, as a function from anything to its type; what a call does not describe is taken for
 * nothing. Throws a 422 that names every place.
 */
export function reader<T>(call: CallName, part: CallPart): (x: unknown) => T {
  const schema = callSchema(call).properties[part] ?? {};
  const validate = ajv.compile<T>(schema);
  const refuse = (errors: readonly { pointer: string; detail: string }[]) =>
    new ProblemError(
      "invalid",
      `The ${part} of ${call} is not as described.`,
      errors.slice(0, MAX_MISTAKES),
    );
  return (data) => {
    if (!validate(data)) throw refuse((validate.errors ?? []).map(toMistake));
    // Only what fits a schema is walked through: anything else may be nested without end.
    const pointer = findUnstorable(data, "#");
    if (pointer === null) return data;
    throw refuse([{ pointer, detail: "holds characters that are not text" }]);
  };
}

function toMistake(error: ErrorObject) {
  const extra: unknown =
    error.params["additionalProperty"] ?? error.params["propertyName"];
  const name = typeof extra === "string" ? `/${escapePointer(extra)}` : "";
  return {
    pointer: `#${error.instancePath}${name}`,
    detail: name === "" ? (error.message ?? "is not valid") : "is not expected",
  };
}

function escapePointer(name: string): string {
  return encodeURIComponent(
    name
      .slice(0, 60)
      .replace(/\p{Surrogate}/gu, "")
      .replaceAll("~", "~0")
      .replaceAll("/", "~1"),
  );
}

/** NUL and halves of surrogate pairs are valid JSON, and no database text. */
export const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** The place of the first text, or of the first name, that no database takes, else null. */
function findUnstorable(data: unknown, pointer: string): string | null {
  if (typeof data === "string") return UNSTORABLE.test(data) ? pointer : null;
  if (typeof data !== "object" || data === null) return null;
  for (const [name, value] of Object.entries(data)) {
    const place = `${pointer}/${escapePointer(name)}`;
    const found = UNSTORABLE.test(name) ? place : findUnstorable(value, place);
    if (found !== null) return found;
  }
  return null;
}
