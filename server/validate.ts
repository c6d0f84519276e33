import { readFileSync } from "node:fs";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type {
  AuthTokensCreate,
  CheckoutStatus,
  CheckPreviewStatus,
  InitiateCheckout,
  MakeStripeCheckout,
  MakeStripeSubscription,
  PreRegData,
  StoreContactInfo,
} from "../generated/api.ts";
import { ProblemError } from "./problem.ts";

const MAX_MISTAKES = 20;
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });

export const readAuthTokensCreate = reader<AuthTokensCreate["body"]>(
  "auth-tokens-create",
  "body",
);
export const readContactInfo = reader<StoreContactInfo["body"]>(
  "store-contact-info",
  "body",
);
export const readInitiateCheckout = reader<InitiateCheckout["body"]>(
  "initiate-checkout",
  "body",
);
export const readStripeCheckout = reader<MakeStripeCheckout["body"]>(
  "make-stripe-checkout",
  "body",
);
export const readStripeSubscription = reader<MakeStripeSubscription["body"]>(
  "make-stripe-subscription",
  "body",
);
export const readStatusQuery = reader<CheckoutStatus["query"]>(
  "checkout-status",
  "query",
);
export const readPreRegData = reader<PreRegData["body"]>(
  "pre-reg-data",
  "body",
);
export const readPreviewQuery = reader<CheckPreviewStatus["query"]>(
  "check-preview-status",
  "query",
);

/**
 * Reads the JSON body of a request. Throws a `ProblemError`: 415 for another content type (which also keeps plain
 * HTML forms of other sites out), 400 for broken JSON.
 */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new ProblemError("not-json", "Send the body as application/json.");
  const text = await request.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError("not-parsed", "The body cannot be read as JSON.");
  }
}

const FORM =
  /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(;|$)/i;

/**
 * Reads form data; a name that comes twice becomes a list, which no schema accepts, and so does a file. Throws a
 * `ProblemError`: 415 for another content type, 400 for what is no form.
 */
export async function readForm(
  request: Request,
): Promise<Record<string, unknown>> {
  if (!FORM.test(request.headers.get("content-type") ?? ""))
    throw new ProblemError("not-a-form", "Send the body as form data.");
  const form = await request.formData().catch(() => {
    throw new ProblemError("not-parsed", "The body cannot be read as a form.");
  });
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      const [first] = values;
      return [name, values.length === 1 ? first : values];
    }),
  );
}

/** A query as data; a name that comes twice becomes a list, which no schema accepts. */
export function readQuery(url: string): Record<string, string | string[]> {
  const { searchParams } = new URL(url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      const [first] = values;
      return [
        name,
        values.length === 1 && first !== undefined ? first : values,
      ];
    }),
  );
}

/** The schema of a call's part, as a function from anything to its type. Throws a 422 that names every place. */
function reader<T>(call: string, part: "body" | "query"): (x: unknown) => T {
  const file = new URL(`../schema/api/${call}.schema.json`, import.meta.url);
  const schema: { readonly properties: Readonly<Record<string, object>> } =
    JSON.parse(readFileSync(file, "utf8"));
  const validate = ajv.compile<T>(schema.properties[part] ?? false);
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
    throw refuse([{ pointer, detail: "holds characters that are no text" }]);
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

/** NUL and halves of surrogate pairs are valid JSON, and no database text. The place of the first, else null. */
function findUnstorable(data: unknown, pointer: string): string | null {
  if (typeof data === "string")
    return /[\0\p{Surrogate}]/u.test(data) ? pointer : null;
  if (typeof data !== "object" || data === null) return null;
  for (const [name, value] of Object.entries(data)) {
    const found = findUnstorable(value, `${pointer}/${escapePointer(name)}`);
    if (found !== null) return found;
  }
  return null;
}
