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
    },
    servers: [{ url: "/api" }],
    paths,
    components: {
      schemas: { Problem: bare(describedSchema("problem", currencies)) },
      parameters: Object.fromEntries(
        Object.entries(callFacts.headers).map(([name, description]) => [
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

function operation(
  entry: CallEntry,
  currencies: readonly string[],
): Record<string, unknown> {
  const { description, properties } = describedSchema(entry.call, currencies);
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
      ...Object.keys(callFacts.headers).map((name) => ({
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
