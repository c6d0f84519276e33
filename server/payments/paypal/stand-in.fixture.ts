import { createServer, type IncomingHttpHeaders } from "node:http";
import { bodyOf } from "../../testing/request-body.ts";
import { PayPalBank } from "./stand-in-bank.fixture.ts";
import { type Answered, problem } from "./stand-in-things.fixture.ts";
import { isGenuine } from "./stand-in-messages.fixture.ts";

export const CLIENT = { id: "client-stand-in", secret: "secret-stand-in" };
export const WEBHOOK_ID = "1JE4291016473214C";

/** A stand-in that speaks PayPal's protocol: tokens, orders, request ids, errors and messages as PayPal words them. */
export interface FakePayPal {
  readonly url: URL;
  readonly bank: PayPalBank;
  /** Calls so far: `POST /v2/checkout/orders`. */
  readonly calls: string[];
  /** While set, every call is answered by this status, and nothing is done. */
  fault: number | null;
  /** While set, money is taken and given back, and the answer to that gets lost. */
  losesAnswers: boolean;
  /** Takes back every token given so far. */
  revokeTokens(): void;
  stop(): Promise<void>;
}

export async function startFakePayPal(): Promise<FakePayPal> {
  let url = new URL("http://127.0.0.1");
  const bank = new PayPalBank(() => url);
  const calls: string[] = [];
  const tokens = new Set<string>();
  const answers = new Map<string, Answered>();
  const state: { fault: number | null; losesAnswers: boolean } = {
    fault: null,
    losesAnswers: false,
  };

  function answerTo(
    method: string,
    path: string,
    headers: IncomingHttpHeaders,
    body: string,
  ): Answered {
    if (path === "/v1/oauth2/token") return giveToken(headers, body, tokens);
    const [scheme, token = ""] = (headers.authorization ?? "").split(" ");
    if (scheme !== "Bearer" || !tokens.has(token))
      return { status: 401, body: { error: "invalid_token" } };
    if (path === "/v1/notifications/verify-webhook-signature") {
      const verification_status = isGenuine(body, WEBHOOK_ID)
        ? "SUCCESS"
        : "FAILURE";
      return { status: 200, body: { verification_status } };
    }
    if (headers["content-type"] !== "application/json")
      return { status: 415, body: problem("UNSUPPORTED_MEDIA_TYPE") };
    const name = headers["paypal-request-id"];
    const key = typeof name === "string" ? `${path} ${name}` : null;
    const known = key === null ? undefined : answers.get(key);
    if (known !== undefined) return known;
    const answer = bank.call(
      method,
      path,
      body === "" ? null : JSON.parse(body),
    );
    if (key !== null) answers.set(key, answer);
    return answer;
  }

  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const { pathname } = new URL(request.url ?? "/", "http://fake");
      const method = request.method ?? "GET";
      calls.push(`${method} ${pathname}`);
      if (state.fault !== null) return response.writeHead(state.fault).end();
      const answer = answerTo(method, pathname, request.headers, body);
      if (state.losesAnswers && /\/(capture|refund)$/.test(pathname))
        return response.destroy();
      response.writeHead(answer.status, { "content-type": "application/json" });
      return response.end(JSON.stringify(answer.body));
    })();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = new URL(`http://127.0.0.1:${String(Object(server.address()).port)}`);
  return {
    url,
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
    revokeTokens: () => tokens.clear(),
    stop: () => new Promise((done) => void server.close(() => done())),
  };
}

function giveToken(
  headers: IncomingHttpHeaders,
  body: string,
  tokens: Set<string>,
): Answered {
  const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString("base64");
  const asked = new URLSearchParams(body).get("grant_type");
  if (
    headers.authorization !== `Basic ${basic}` ||
    asked !== "client_credentials"
  )
    return { status: 401, body: { error: "invalid_client" } };
  const access_token = `A21-${tokens.size}-${Math.random()}`;
  tokens.add(access_token);
  return {
    status: 200,
    body: { access_token, token_type: "Bearer", expires_in: 32_400 },
  };
}
