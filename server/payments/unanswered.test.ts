import { expect, test } from "vitest";
import { Stripe } from "stripe";
import { useStandIn } from "../testing/stand-in.ts";
import { postSigned } from "./signed-call.ts";
import { reasonOf, unanswered } from "./unanswered.ts";

const bank = useStandIn();

/** Why a signed call was not answered. */
async function reasonAt(address: URL): Promise<string | null> {
  const call = { address, secret: "secret" };
  return postSigned(call, {}, new Date(0)).then(
    () => null,
    (error: unknown) => (error instanceof Error ? reasonOf(error) : null),
  );
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

function coded(code: string): Error {
  return Object.assign(new Error("ann@mail.test"), { code });
}
