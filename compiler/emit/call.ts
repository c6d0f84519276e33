import type { JsonSchema } from "../schema/json-schema.ts";
import { BANNER, literal, union, type EmittedFile } from "./file.ts";

/** What `schema/call.json` says of every call. */
export interface CallFacts {
  /** Name as it is sent -> what it says. */
  readonly headers: Readonly<Record<string, string>>;
  /** What pages may add beyond the specification: a name for the request. */
  readonly requestId: { readonly header: string };
  readonly session: {
    readonly header: string;
    readonly ttlHeader: string;
    readonly cookie: string;
    readonly ttlSeconds: number;
  };
  /** Longest value of a header, in characters. */
  readonly headerLength: number;
  /** The calls whose answers pages look into. */
  readonly read: readonly string[];
  /** The fields whose lengths are told, as `<call>.<field>`. */
  readonly limits: readonly string[];
}

/** The names and limits that pages and server agree on: headers, the session, the lengths of fields. */
export function emitCall(
  { headers, requestId, session, headerLength, limits }: CallFacts,
  schemas: Readonly<Record<string, JsonSchema>>,
): EmittedFile {
  const own = Object.values(schemas).flatMap(({ properties }) =>
    Object.keys(properties?.["headers"]?.properties ?? {}),
  );
  const lines = [
    "/** The headers that calls may carry. */",
    `export type CallHeader = ${union([...Object.keys(headers), requestId.header, ...own])};`,
    "/** Names a request, for the log and for providers. */",
    constant("REQUEST_ID_HEADER", requestId.header),
    "/** The session: its header, the header with its seconds, its cookie, and the seconds where none are given. */",
    constant("SESSION_HEADER", session.header),
    constant("SESSION_TTL_HEADER", session.ttlHeader),
    constant("SESSION_COOKIE", session.cookie),
    constant("SESSION_TTL_S", session.ttlSeconds),
    "/** The longest value of a header, and of fields that calls send, in characters; of a number, the greatest. */",
    constant("HEADER_MAX", headerLength),
    ...limits.flatMap((field) => limitsOf(field, schemas)),
  ];
  return { name: "call.ts", content: `${BANNER}${lines.join("\n")}\n` };
}

/** What `schema/call.json` and `schema/api/` say, as JSON, for the server, which has no such folder where it runs. */
export function emitCallSchemas(
  call: CallFacts,
  schemas: Readonly<Record<string, JsonSchema>>,
): EmittedFile {
  const lines = [
    `export const CALL_FACTS = ${literal(JSON.stringify(call))};`,
    "/** By the name of the call. */",
    "export const CALL_SCHEMAS = {",
    ...Object.entries(schemas).map(
      ([name, schema]) =>
        `  ${JSON.stringify(name)}: ${literal(JSON.stringify(schema))},`,
    ),
    "};",
  ];
  const content = `${BANNER}${lines.join("\n")}\n`;
  return { name: "call-schemas.ts", content };
}

/** `STORE_CONTACT_INFO_EMAIL_MAX` and its like; throws for a field that no call has, or that may be of any length. */
function limitsOf(
  named: string,
  schemas: Readonly<Record<string, JsonSchema>>,
): string[] {
  const [call = "", field = ""] = named.split(".");
  const { body, form } = schemas[call]?.properties ?? {};
  const schema = { ...body?.properties, ...form?.properties }[field];
  const {
    minLength = 0,
    maxLength,
    maximum,
    additionalProperties,
  } = schema ?? {};
  const each =
    typeof additionalProperties === "object"
      ? additionalProperties.maxLength
      : undefined;
  const most = maxLength ?? maximum ?? each;
  if (most === undefined)
    throw new Error(`schema/call.json: "${named}" is not a field with a limit`);
  const prefix = `${call}_${field}`
    .replaceAll(/[^a-z0-9]+/gi, "_")
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toUpperCase();
  return [
    ...(minLength > 1 ? [constant(`${prefix}_MIN`, minLength)] : []),
    constant(`${prefix}_MAX`, most),
  ];
}

function constant(name: string, value: string | number): string {
  return `export const ${name} = ${JSON.stringify(value)};`;
}
