import type { ApiCalls } from "../../generated/api.ts";
import { callSchema, type CallName, type CallPart } from "./call-schema.ts";
import type { AppContext, Route } from "./app-env.ts";
import {
  type BodyType,
  readForm,
  readJson,
  reader,
  readQuery,
} from "./validate.ts";

type Part<N extends CallName, P extends string> = P extends keyof ApiCalls[N]
  ? ApiCalls[N][P]
  : undefined;

/** One request, read: each part has the type of its schema, and is undefined where the schema has no such part. */
export interface Ask<N extends CallName, S> {
  readonly c: AppContext;
  readonly services: S;
  readonly body: Part<N, "body">;
  readonly form: Part<N, "form">;
  readonly query: Part<N, "query">;
}

/** What the route table says of a call. */
export interface CallEntry {
  /** The schema of the call. */
  readonly call: CallName;
  readonly method: "GET" | "POST";
  /** Below `/api` (main) or `/ai-api` (the AI product's host); parameters stand in braces. */
  readonly host: "main" | "ai";
  readonly path: string;
  readonly maxBytes: number;
  /** From one address, within the calls of all routes; null: as many as those. */
  readonly callsPerMinute: number | null;
  /** Whether it needs the visitor's session, makes one where there is none, or has nothing to do with it. */
  readonly session: "needed" | "made" | "none";
  /** How its JSON is sent. A page that goes has no time to ask for leave, which text/plain does not need. */
  readonly bodyType: BodyType;
}

/** One line of the route table; `S` is what answering it takes. */
export interface RouteEntry<S> extends CallEntry {
  readonly handle: (services: S) => Route;
}

const MAX_BODY_BYTES = 100_000;

/**
 * A function that describes one call for the route table: where it is, and what answers it with the help of `S`. Body,
 * form and query are validated by the call's schema before `answer` runs; data that it answers is sent as JSON.
 */
export function routesWith<S>() {
  return function route<N extends CallName>(
    call: N,
    entry: {
      readonly method: "GET" | "POST";
      readonly path: string;
      readonly host?: "main" | "ai";
      readonly maxBytes?: number;
      readonly callsPerMinute?: number;
      readonly session?: CallEntry["session"];
      readonly bodyType?: BodyType;
      readonly answer: (
        ask: Ask<N, S>,
      ) => Promise<Part<N, "answer"> | Response>;
    },
  ): RouteEntry<S> {
    const parts = callSchema(call).properties;
    const given = (part: CallPart) => parts[part] !== undefined;
    const readBody = reader<Part<N, "body">>(call, "body");
    const readFields = reader<Part<N, "form">>(call, "form");
    const { bodyType = "application/json" } = entry;
    const readAsked = reader<Part<N, "query">>(call, "query");
    return {
      call,
      method: entry.method,
      path: entry.path,
      host: entry.host ?? "main",
      maxBytes: entry.maxBytes ?? MAX_BODY_BYTES,
      callsPerMinute: entry.callsPerMinute ?? null,
      session: entry.session ?? "made",
      bodyType,
      handle: (services) => async (c) => {
        const answer = await entry.answer({
          c,
          services,
          query: readAsked(given("query") ? readQuery(c.req.url) : undefined),
          body: readBody(
            given("body") ? await readJson(c.req.raw, bodyType) : undefined,
          ),
          form: readFields(
            given("form") ? await readForm(c.req.raw) : undefined,
          ),
        });
        return answer instanceof Response ? answer : c.json(answer);
      },
    };
  };
}
