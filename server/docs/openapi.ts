/** The folder `docs` holds the description of all calls, as OpenAPI and as a page. */
import {
  callFacts,
  describedSchema,
  type JsonSchema,
} from "../http/call-schema.ts";
import type { CallEntry } from "../http/route.ts";

const PROBLEM = { $ref: "#/components/schemas/Problem" };

/** The OpenAPI 3.1 document of a route table and the currencies sold in; the schemas are those that validate. */
export function openApi(
  routes: readonly CallEntry[],
  currencies: readonly string[],
): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const entry of routes) {
    const path = (paths[entry.path] ??= {
      servers: [{ url: baseOf(entry) }],
    });
    path[entry.method.toLowerCase()] = operation(entry, currencies);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Funnels API",
      version: "1",
      description:
        "What the pages of every brand call. The brand is the host's, or that of X-Host. Amounts are minor units.",
      license: { name: "All rights reserved", identifier: "LicenseRef-None" },
    },
    servers: [{ url: "/api" }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "header",
          name: callFacts.session.header,
          description:
            "The visitor's session, as the answer that made it gave it.",
        },
      },
      schemas: { Problem: bare(describedSchema("problem", currencies)) },
      parameters: Object.fromEntries(
        sharedHeaders.map(([name, description]) => [
          name,
          { name, in: "header", description, schema: { type: "string" } },
        ]),
      ),
      headers: {
        RetryAfter: {
          description: "Ask again after so many seconds.",
          schema: { type: "integer", minimum: 0 },
        },
        Session: {
          description: "The session, to be sent with the next calls.",
          schema: { type: "string" },
        },
        SessionTtl: {
          description: "How long it lives after this call, in seconds.",
          schema: { type: "integer" },
        },
      },
      responses: {
        Problem: problem("What went wrong (RFC 9457)."),
        TooMany: later("Too many calls from this network, or for this email."),
        Unavailable: later(
          "The database or a payment provider does not answer now.",
        ),
      },
    },
  };
}

/** Headers of every call, but for the session, which is a security scheme. */
const sharedHeaders = [
  ...Object.entries(callFacts.headers).filter(
    ([name]) => name !== callFacts.session.header,
  ),
  [callFacts.requestId.header, callFacts.requestId.description] as const,
];

function problem(description: string) {
  const content = { "application/problem+json": { schema: PROBLEM } };
  return { description, content };
}

/** A problem that passes. */
function later(description: string) {
  const headers = {
    "Retry-After": { $ref: "#/components/headers/RetryAfter" },
  };
  return { ...problem(description), headers };
}

/** What a call needs of a session: one, one or none, nothing. */
const SECURITY = {
  needed: [{ session: [] }],
  made: [{ session: [] }, {}],
  none: [],
} as const satisfies Readonly<Record<CallEntry["session"], readonly object[]>>;

/** The first thing that a description says, without the address in front. */
function summaryOf(description: string): string {
  const [first = ""] = description
    .replace(/^(GET|POST) \S+: /, "")
    .split(/[.:;](?= )|\.$/);
  return first.slice(0, 1).toUpperCase() + first.slice(1);
}

/** Where a call's path begins. */
export function baseOf({ host }: CallEntry): string {
  return host === "main" ? "/api" : "/ai-api";
}

const SESSION_HEADERS = {
  [callFacts.session.header]: { $ref: "#/components/headers/Session" },
  [callFacts.session.ttlHeader]: { $ref: "#/components/headers/SessionTtl" },
};

function operation(
  entry: CallEntry,
  currencies: readonly string[],
): Record<string, unknown> {
  const { description, properties } = describedSchema(entry.call, currencies);
  const content =
    properties.body !== undefined
      ? { [entry.bodyType]: { schema: properties.body } }
      : properties.form !== undefined && {
          "multipart/form-data": { schema: properties.form },
          "application/x-www-form-urlencoded": { schema: properties.form },
        };
  return {
    operationId: entry.call,
    summary: summaryOf(description),
    description,
    security: SECURITY[entry.session],
    parameters: [
      ...parameters("path", properties.params),
      ...parameters("query", properties.query),
      ...parameters("header", properties.headers),
      ...sharedHeaders.map(([name]) => ({
        $ref: `#/components/parameters/${name}`,
      })),
    ],
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      "200": {
        description: "The answer.",
        ...(entry.session !== "none" && { headers: SESSION_HEADERS }),
        content: {
          [mediaTypeOf(properties.answer)]: { schema: properties.answer },
        },
      },
      "429": { $ref: "#/components/responses/TooMany" },
      "503": { $ref: "#/components/responses/Unavailable" },
      "4XX": { $ref: "#/components/responses/Problem" },
      "5XX": { $ref: "#/components/responses/Problem" },
    },
  };
}

function mediaTypeOf(answer: JsonSchema | undefined): string {
  return String(answer?.["contentMediaType"] ?? "application/json");
}

function parameters(place: string, part: JsonSchema | undefined) {
  return Object.entries(part?.properties ?? {}).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: place,
      required: place === "path" || (part?.required ?? []).includes(name),
      description,
      schema,
    }),
  );
}

/** A schema without what names its file. */
function bare({ $schema: _schema, $id: _id, ...schema }: JsonSchema) {
  return schema;
}
