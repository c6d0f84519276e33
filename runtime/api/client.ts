/** The folder `api` holds calls of the server, and how their answers are read. */
import { createFetch, FetchError } from "ofetch";
import { v4 } from "uuid";
import { REQUEST_ID_HEADER, SESSION_HEADER } from "../../generated/call.ts";
import {
  type Caller,
  type CallHeaders,
  callHeaders,
} from "../core/call-headers.ts";
import { isPriceChanged } from "./problem.ts";
import { retryAfter } from "./retry-after.ts";
import { keepSession, sessionId } from "../core/session.ts";

/** A call that has not answered by then has failed, in milliseconds. */
export const CALL_TIMEOUT_MS = 10_000;
/** Paying takes the bank's time too. */
export const PAY_TIMEOUT_MS = 30_000;
/** How often a call that may be repeated is sent at most, and the wait in between. */
const SENDS_MAX = 3;
const REPEAT_DELAY_MS = 500;
/** How long other calls wait for the one that opens the session, in milliseconds. */
export const OPENING_WAIT_MS = 3_000;

const PASSING_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

export interface CallOptions {
  readonly method?: "GET" | "POST";
  readonly body?: Readonly<Record<string, unknown>> | FormData;
  readonly query?: Readonly<Record<string, string>>;
  /** Null values are left out. */
  readonly headers?: CallHeaders;
  /** True only where doing it twice is the same as doing it once. */
  readonly repeatable: boolean;
  readonly timeout?: number;
  /** The AI product's host instead of the main one. */
  readonly host?: "ai";
  /** What the answer is, when not JSON. */
  readonly answers?: "blob";
  /** True where it goes on when its page is left. */
  readonly outlivesPage?: boolean;
  /** Sends in another way: one that tells how far it is. */
  readonly fetch?: typeof fetch;
}

/** One call of the API; the answer is not yet checked. Rejects when there is no good answer in time. */
export type Client = (path: string, options: CallOptions) => Promise<unknown>;

export interface ClientOptions extends Caller {
  /** What every call waits for; never rejects. */
  readonly ready?: Promise<void> | null;
  readonly now: () => number;
  /** Told what time it is at the server, wherever one of its answers says so. */
  readonly onTime?: (ms: number) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly fetch?: typeof fetch;
  readonly base?: string;
  readonly aiBase?: string;
}

/** The one client of the main API: the headers of spec 7, time-outs, repeats, and the session kept. */
export function createClient(options: ClientOptions): Client {
  const send = sender(options);
  const retrying: Client = async (path, call) => {
    for (let sends = 1; ; sends += 1) {
      try {
        return await send(path, call);
      } catch (error) {
        if (!call.repeatable || sends === SENDS_MAX || !passes(error))
          throw error;
        // Whoever asks to be left alone is not asked again while the visitor waits.
        if (retryAfter(error, options.now()) !== null) throw error;
        await options.sleep(REPEAT_DELAY_MS * sends);
      }
    }
  };
  return openingFirst(
    retrying,
    () => sessionId(options.cookies) !== null,
    options.sleep,
  );
}

/**
 * Sends a call, and once more when it went out without a session and another call or tab has opened one meanwhile: what
 * it did stands in a session of its own, which the visitor does not have.
 */
function sender(options: ClientOptions): Client {
  return async (path, call) => {
    await options.ready;
    const first = await sendOnce(options, path, call);
    const last = first.stray ? await sendOnce(options, path, call) : first;
    if (last.kind === "failed") throw last.error;
    return last.answer;
  };
}

type Sent = {
  /** The answer is about a session that was not kept. */
  readonly stray: boolean;
} & (
  | { readonly kind: "answered"; readonly answer: unknown }
  | { readonly kind: "failed"; readonly error: unknown }
);

/** ofetch's own time-out ends with the headers and spoils its repeats, so both are done here. */
async function sendOnce(
  options: ClientOptions,
  path: string,
  call: CallOptions,
): Promise<Sent> {
  const {
    cookies,
    now,
    base = `${import.meta.env.VITE_API_HOST ?? ""}/api`,
    aiBase = `${import.meta.env.VITE_AI_API_HOST ?? ""}/ai-api`,
  } = options;
  const { method = "GET", body, query, timeout = CALL_TIMEOUT_MS } = call;
  const fetch = call.fetch ?? options.fetch;
  const api = createFetch({ ...(fetch && { fetch }) });
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeout);
  const carried = sessionId(cookies);
  let stray = false;
  try {
    const search = query ? `?${String(new URLSearchParams(query))}` : "";
    const address = `${call.host ? aiBase : base}${path}${search}`;
    const answer = await api<unknown, "json" | "blob">(address, {
      method,
      ...(body && { body }),
      headers: callHeaders(options, {
        ...call.headers,
        [REQUEST_ID_HEADER]: v4(),
      }),
      ...(call.answers
        ? { responseType: call.answers }
        : { parseResponse: parse }),
      ...(call.outlivesPage && { keepalive: true }),
      retry: false,
      signal: controller.signal,
      onResponse: ({ response }) => {
        stray = !keepSession(response.headers, cookies, {
          carried,
          now: now(),
        });
        const time = timeOf(response.headers);
        if (time !== null) options.onTime?.(time);
      },
    });
    return { kind: "answered", answer, stray };
  } catch (error) {
    return { kind: "failed", error, stray };
  } finally {
    clearTimeout(timer);
  }
}

/** What an answer says, in whatever form it names itself; the text itself where that is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What time it is at the server; null where an answer does not say so, or is not the server's: it names no session. */
function timeOf(headers: Headers): number | null {
  const time = Date.parse(headers.get("Date") ?? "");
  return Number.isNaN(time) || !headers.has(SESSION_HEADER) ? null : time;
}

/** Whether the same call may well succeed a little later. A call that hung once is not sent again. */
function passes(error: unknown): boolean {
  if (!(error instanceof FetchError) || isPriceChanged(error)) return false;
  if (error.status !== undefined) return PASSING_STATUSES.has(error.status);
  return !(error.cause instanceof Error && error.cause.name === "AbortError");
}

/**
 * Calls that start together before there is a session would each be given one of their own: the first
 * goes ahead, the others wait for it.
 */
function openingFirst(
  send: Client,
  isOpen: () => boolean,
  sleep: ClientOptions["sleep"],
): Client {
  let opening: Promise<void> | null = null;
  const isOpening = () => opening !== null && !isOpen();
  return async (path, call) => {
    for (let waits = 0; isOpening() && waits < 2; waits += 1) {
      await Promise.race([opening, sleep(OPENING_WAIT_MS)]);
    }
    const answer = send(path, call);
    if (opening !== null || isOpen()) return answer;
    const settled = () => {
      opening = null;
    };
    opening = answer.then(settled, settled);
    return answer;
  };
}
