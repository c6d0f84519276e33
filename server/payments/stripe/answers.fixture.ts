import { Stripe } from "stripe";
import { type Answered, failure } from "./stand-in-protocol.fixture.ts";

/** Stripe's SDK over what a test has written, by call: `GET /v1/refunds/re_1`. Says what was asked for, and what was sent. */
export function stripeOf(answers: Readonly<Record<string, Answered>>) {
  const calls: string[] = [];
  const forms: Readonly<Record<string, string>>[] = [];
  const client = new Stripe("sk_test_answers", {
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(async (address, init) => {
      const url = new URL(String(address));
      const call = `${init?.method ?? "GET"} ${url.pathname}`;
      calls.push(call);
      if (typeof init?.body === "string")
        forms.push(Object.fromEntries(new URLSearchParams(init.body)));
      const { status, body } = answers[call] ?? missing;
      return Response.json(body, { status });
    }),
  });
  return { client, calls, forms };
}

const missing: Answered = refusal(404, "resource_missing");

export function found(body: object): Answered {
  return { status: 200, body };
}

/** A call that Stripe refuses. */
export function refusal(
  status: number,
  code: string,
  type = "invalid_request_error",
): Answered {
  return { status, body: failure(type, code) };
}

/** A list that is not longer than one page. */
export function listOf(...data: readonly object[]): Answered {
  return found({ object: "list", data, has_more: false });
}
