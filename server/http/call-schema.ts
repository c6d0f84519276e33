import type { ApiCalls } from "../../generated/api.ts";
import { CALL_FACTS, CALL_SCHEMAS } from "../../generated/call-schemas.ts";

/** A call of the API: the name of its file in `schema/api`. */
export type CallName = keyof ApiCalls;
/** What a call's schema describes. */
export type CallPart =
  | "body"
  | "form"
  | "query"
  | "params"
  | "headers"
  | "answer";

export interface JsonSchema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly [key: string]: unknown;
}

interface CallFacts {
  /** The headers that every call may carry (spec 7): name -> what it says. */
  readonly headers: Readonly<Record<string, string>>;
  /** What pages may add to them: a name for the request. */
  readonly requestId: {
    readonly header: string;
    readonly description: string;
  };
  readonly session: {
    readonly header: string;
    readonly ttlHeader: string;
    readonly cookie: string;
    readonly ttlSeconds: number;
  };
  /** The longest value of a header, in characters. */
  readonly headerLength: number;
}

interface CallSchema extends JsonSchema {
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Partial<Record<CallPart, JsonSchema>>>;
}

/** The schema of a call as it stands in `schema/api`; each part is a closed schema of its own. */
export function callSchema(call: CallName | "problem"): CallSchema {
  return JSON.parse(CALL_SCHEMAS[call]);
}

/** The same for people and programs that read it: with the currencies that the site sells in. */
export function describedSchema(
  call: CallName | "problem",
  currencies: readonly string[],
): CallSchema {
  return JSON.parse(CALL_SCHEMAS[call], (_, value) => {
    if (value?.format !== "currency") return value;
    const { format: _format, pattern: _pattern, ...rest } = value;
    return { ...rest, enum: currencies };
  });
}

/** What goes with every call and every answer, as `schema/call.json` says. */
export const callFacts: CallFacts = JSON.parse(CALL_FACTS);
