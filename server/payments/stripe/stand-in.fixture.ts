import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { Stripe } from "stripe";
import { bodyOf } from "../../testing/request-body.ts";
import { StripeBank } from "./stand-in-bank.fixture.ts";
import {
  type Answered,
  failure,
  type Form,
} from "./stand-in-protocol.fixture.ts";

/** A stand-in that speaks Stripe's protocol: form bodies in, JSON out, idempotency keys, errors as Stripe words them. */
export interface FakeStripe {
  readonly url: URL;
  readonly bank: StripeBank;
  /** Calls so far: `POST /v1/payment_intents`. */
  readonly calls: string[];
  /** While set, every call is answered by this status. */
  fault: number | null;
  /** While set, money is taken and given back, and the answer to that gets lost. */
  losesAnswers: boolean;
  /** What it remembers of calls by their idempotency keys, Stripe forgets after a day or more. */
  forgetKeys(): void;
  stop(): Promise<void>;
}

/** Calls that take money or give it back. */
const MONEY = /\/(?:payment_intents|subscriptions|refunds)$/;

export const STRIPE_KEY = "sk_test_stand_in";
export const WEBHOOK_SECRET = "whsec_stand_in";
export const WEBHOOK_SECRET_BEFORE = "whsec_stand_in_before";

export async function startFakeStripe(port = 0): Promise<FakeStripe> {
  const bank = new StripeBank();
  const calls: string[] = [];
  const state: { fault: number | null; losesAnswers: boolean } = {
    fault: null,
    losesAnswers: false,
  };
  const answers = new Map<string, { request: string; answer: Answered }>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const { pathname, searchParams } = new URL(
        request.url ?? "/",
        "http://fake",
      );
      const method = request.method ?? "GET";
      calls.push(`${method} ${pathname}`);
      const key = String(request.headers["idempotency-key"] ?? "");
      const digest = createHash("sha256")
        .update(`${pathname}?${body}`)
        .digest("hex");
      const known = method === "POST" ? answers.get(key) : undefined;
      const answer =
        state.fault !== null
          ? { status: state.fault, body: failure("api_error", "down") }
          : request.headers.authorization !== `Bearer ${STRIPE_KEY}`
            ? { status: 401, body: failure("invalid_request_error", "key") }
            : known === undefined
              ? bank.call(method, pathname, readForm(body || searchParams))
              : known.request === digest
                ? known.answer
                : { status: 400, body: failure("idempotency_error", "reused") };
      if (method === "POST" && key !== "" && answer.status < 500)
        answers.set(key, { request: digest, answer });
      const { meanwhile } = bank;
      bank.meanwhile = Promise.resolve();
      await meanwhile;
      if (state.losesAnswers && method === "POST" && MONEY.test(pathname))
        return response.destroy();
      response.writeHead(answer.status, {
        "content-type": "application/json",
        "request-id": "req_fake",
      });
      return response.end(JSON.stringify(answer.body));
    })();
  });
  const listening = await listen(server, port);
  return {
    url: new URL(`http://127.0.0.1:${listening}`),
    bank,
    calls,
    get fault() {
      return state.fault;
    },
    set fault(status) {
      state.fault = status;
    },
    get losesAnswers() {
      return state.losesAnswers;
    },
    set losesAnswers(loses) {
      state.losesAnswers = loses;
    },
    forgetKeys: () => answers.clear(),
    stop: () => new Promise((done) => void server.close(() => done())),
  };
}

/** A message as Stripe sends it: its body and the header that signs it. */
export function signed(
  payload: string,
  {
    secret = WEBHOOK_SECRET,
    at,
  }: { readonly secret?: string; readonly at: number },
) {
  const signature = new Stripe(STRIPE_KEY).webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(at / 1_000),
  });
  return { "stripe-signature": signature, "content-type": "application/json" };
}

/** `a[b][0]=c` -> `{ a: { b: { 0: "c" } } }`. */
function readForm(source: string | URLSearchParams): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(source)) {
    const way = name.split(/[[\]]+/).filter((part) => part !== "");
    const last = way.pop() ?? "";
    let at = form;
    for (const part of way) {
      const inner = at[part];
      const next: Form = typeof inner === "object" ? inner : {};
      at[part] = next;
      at = next;
    }
    at[last] = value;
  }
  return form;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((done) => {
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      done(typeof address === "object" ? (address?.port ?? 0) : 0);
    });
  });
}
