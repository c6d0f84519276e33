import { expect, test } from "vitest";
import { Stripe } from "stripe";
import { useStandIn } from "../testing/stand-in.ts";
import { postSigned } from "./signed-call.ts";
import { reasonOf, unanswered } from "./unanswered.ts";

const bank = useStandIn();

/** Why a signed call was not answered. */
async function reasonAt(address: URL): Promise<string | null> {
  const call = { address, secret: "secret" };
  return postSigned(call, {}, new Date(0)).then(() => null, reasonOf);
}

test.each([401, 404, 503])("a status of %s is told", async (status) => {
  bank.answer = { status, body: {} };
  expect(await reasonAt(new URL(bank.url))).toBe(`answers ${status}`);
});

test.each([
  [new SyntaxError("<p>Ann</p> is no JSON"), "SyntaxError"],
  [new DOMException("late", "TimeoutError"), "TimeoutError"],
  [new TypeError("failed", { cause: coded("ECONNREFUSED") }), "ECONNREFUSED"],
  [
    new Stripe.errors.StripeConnectionError({
      message: "away",
      type: "api_error",
      detail: coded("ECONNRESET"),
    }),
    "ECONNRESET",
  ],
  ["no error", null],
])("%s is told without its words: %s", (cause, reason) => {
  expect(reasonOf(unanswered(cause))).toBe(reason);
});

test("a wrong key is told, though asking again does not help", () => {
  const type = "invalid_request_error";
  const error = new Stripe.errors.StripeAuthenticationError({
    message: "Invalid API Key",
    type,
    statusCode: 401,
  });
  expect(reasonOf(error)).toBe("answers 401");
});

function coded(code: string): Error {
  return Object.assign(new Error("ann@mail.test"), { code });
}
