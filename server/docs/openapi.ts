import { callSchema, type JsonSchema } from "../http/call-schema.ts";
import type { CallEntry } from "../http/route.ts";

/** Headers that every call may carry (spec 7). */
const COMMON: Readonly<Record<string, string>> = {
  "X-Host": "The host name of the page.",
  "X-Referrer": "The address of the page, without personal parameters.",
  "x-device-id": "The visitor's device.",
  "X-Project": "The brand's project alias.",
  "X-Funnel": "The first path segment of the page.",
  "x-visitor-session-id":
    "The session, as an answer's header of the same name gave it.",
};
const PROBLEM = { $ref: "#/components/schemas/Problem" };

/** The OpenAPI 3.1 document of a route table; the schemas are those that validate. */
export function openApi(routes: readonly CallEntry[]): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const entry of routes) {
    const path = (paths[entry.path] ??= {
      servers: [{ url: baseOf(entry) }],
    });
    path[entry.method.toLowerCase()] = operation(entry);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Funnels API",
      version: "1",
      description:
        "What the pages of every brand call. The brand is the host's, or that of X-Host. Amounts are minor units.",
    },
    servers: [{ url: "/api" }],
    paths,
    components: {
      schemas: { Problem: bare(callSchema("problem")) },
      parameters: Object.fromEntries(
        Object.entries(COMMON).map(([name, description]) => [
          name,
          { name, in: "header", description, schema: { type: "string" } },
        ]),
      ),
      responses: {
        Problem: {
          description: "What went wrong (RFC 9457).",
          content: { "application/problem+json": { schema: PROBLEM } },
        },
      },
    },
  };
}

/** Where a call's path begins. */
export function baseOf({ host }: CallEntry): string {
  return host === "main" ? "/api" : "/ai-api";
}

function operation(entry: CallEntry): Record<string, unknown> {
  const { description, properties } = callSchema(entry.call);
  const content =
    properties.body !== undefined
      ? { "application/json": { schema: properties.body } }
      : properties.form !== undefined && {
          "multipart/form-data": { schema: properties.form },
          "application/x-www-form-urlencoded": { schema: properties.form },
        };
  return {
    operationId: entry.call,
    description,
    parameters: [
      ...parameters("path", properties.params),
      ...parameters("query", properties.query),
      ...parameters("header", properties.headers),
      ...Object.keys(COMMON).map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
    ],
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      "200": {
        description: "The answer.",
        content: {
          [mediaTypeOf(properties.answer)]: { schema: properties.answer },
        },
      },
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
