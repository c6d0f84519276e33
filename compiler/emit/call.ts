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
}

/** The names and limits that pages and server agree on: headers, the session, the lengths of fields. */
export function emitCall(
  { headers, requestId, session, headerLength }: CallFacts,
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
    "/** The longest value of a header, and of each field that a call sends, in characters; of a number, the greatest. */",
    constant("HEADER_MAX", headerLength),
    ...limitsOf(schemas),
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

/** `STORE_CONTACT_INFO_EMAIL_MAX` and its like. */
function limitsOf(schemas: Readonly<Record<string, JsonSchema>>): string[] {
  return Object.keys(schemas)
    .sort()
    .flatMap((name) => {
      const { body, form } = schemas[name]?.properties ?? {};
      const fields = { ...body?.properties, ...form?.properties };
      return Object.entries(fields).flatMap(([field, schema]) => {
        const {
          minLength = 0,
          maxLength,
          maximum,
          additionalProperties,
        } = schema;
        const each =
          typeof additionalProperties === "object"
            ? additionalProperties.maxLength
            : undefined;
        const most = maxLength ?? maximum ?? each;
        const start = `${name}_${field}`.replaceAll(/[^a-z0-9]+/gi, "_");
        const prefix = start.replaceAll(/([a-z])([A-Z])/g, "$1_$2");
        return [
          ...(minLength > 1
            ? [constant(`${prefix.toUpperCase()}_MIN`, minLength)]
            : []),
          ...(most === undefined
            ? []
            : [constant(`${prefix.toUpperCase()}_MAX`, most)]),
        ];
      });
    });
}

function constant(name: string, value: string | number): string {
  return `export const ${name} = ${JSON.stringify(value)};`;
}
