import { fetchProvider } from "../fetch-provider.ts";
import { OtherStatus, unanswered } from "../unanswered.ts";

/** A token is given up so long before it ends, for the call that is on its way by then. */
const MARGIN_MS = 60_000;

export interface PayPalSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** PayPal's name for our webhook, which its signatures hold. */
  readonly webhookId: string;
  readonly api: URL;
}

export interface PayPalAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface PayPalClient {
  readonly api: URL;
  /** Throws a 503 while PayPal is out of reach; every other answer is for the caller to read. */
  call(
    method: "GET" | "POST",
    path: string,
    more?: {
      /** JSON. */
      readonly body?: string;
      /** A name for what is asked for: asked twice under one name, PayPal does it once. */
      readonly requestId?: string;
    },
  ): Promise<PayPalAnswer>;
}

interface Token {
  readonly text: string;
  readonly endsAt: number;
}

/** PayPal's REST API, with a token by client credentials that is kept until shortly before its end. */
export function payPalClient(
  settings: PayPalSettings,
  now: () => number = Date.now,
): PayPalClient {
  const { api } = settings;
  let kept: Promise<Token> | null = null;

  async function newToken(): Promise<Token> {
    const { clientId, clientSecret } = settings;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    const { status, body } = await send(new URL("/v1/oauth2/token", api), {
      method: "POST",
      body: "grant_type=client_credentials",
      headers: {
        authorization: `Basic ${basic}`,
        "content-type": "application/x-www-form-urlencoded",
      },
    });
    const { access_token: text, expires_in } = Object(body);
    if (status !== 200 || typeof text !== "string")
      throw new Error(`PayPal gives no token: it answers ${status}`);
    // One that does not say when it ends has ended: no time is before NaN.
    const endsAt = now() + Number(expires_in) * 1_000 - MARGIN_MS;
    return { text, endsAt };
  }

  async function currentToken(): Promise<string> {
    const known = kept;
    const token = known && (await known.catch(() => null));
    if (token !== null && token.endsAt > now()) return token.text;
    // Whoever else found it ended has asked for a new one already.
    if (kept === known) kept = null;
    kept ??= newToken();
    return (await kept).text;
  }

  return {
    api,
    call: async (method, path, { body, requestId } = {}) => {
      const ask = async () =>
        send(new URL(path, api), {
          method,
          ...(body !== undefined && { body }),
          headers: {
            authorization: `Bearer ${await currentToken()}`,
            "content-type": "application/json",
            prefer: "return=representation",
            ...(requestId !== undefined && { "paypal-request-id": requestId }),
          },
        });
      const answer = await ask();
      // A token can be taken back before its end.
      if (answer.status !== 401) return answer;
      kept = null;
      return ask();
    },
  };
}

async function send(url: URL, init: RequestInit): Promise<PayPalAnswer> {
  try {
    const answer = await fetchProvider(url, init);
    const { status } = answer;
    if (status === 429 || status >= 500) throw new OtherStatus(status);
    const text = await answer.text();
    return { status, body: text === "" ? null : JSON.parse(text) };
  } catch (error) {
    throw unanswered(error);
  }
}
