import { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import { ProblemError } from "../../http/problem.ts";
import { asking } from "./client.ts";
import { readVariables } from "../../variables.ts";
import { stripe } from "./provider.ts";

test.each([
  ["sk_live_x", "whsec_x", "Stripe."],
  ["rk_live_x", "whsec_x", "Stripe."],
  ["sk_test_x", "whsec_x", "Stripe in test mode, which takes no money."],
  ["rk_test_x", "whsec_x", "Stripe in test mode, which takes no money."],
  [
    "sk_live_x",
    "",
    "Stripe, but without STRIPE_WEBHOOK_SECRET its messages are refused and renewals are not recorded.",
  ],
])(
  "with the key %s and the secret %j the server starts with %s",
  (key, secret, line) => {
    const variables = readVariables({
      STRIPE_SECRET_KEY: key,
      STRIPE_WEBHOOK_SECRET: secret,
    });
    expect(stripe.read(variables)?.startLine).toBe(line);
  },
);

test.each([
  [
    "sk_test_secret",
    "sk_test_secret",
    "STRIPE_PUBLISHABLE_KEY is a secret key",
  ],
  [
    "sk_test_secret",
    "rk_live_secret",
    "STRIPE_PUBLISHABLE_KEY is a secret key",
  ],
  ["pk_test_secret", "", "STRIPE_SECRET_KEY is a publishable key"],
  ["sk_test_secret", "pk_live_secret", "are of two modes"],
  ["rk_live_secret", "pk_test_secret", "are of two modes"],
])(
  "the keys %s and %s are refused, and not told",
  (secret, publishable, refusal) => {
    const read = () =>
      stripe.read(
        readVariables({
          STRIPE_SECRET_KEY: secret,
          STRIPE_PUBLISHABLE_KEY: publishable,
        }),
      );
    expect(read).toThrow(refusal);
    expect(read).not.toThrow("_secret");
  },
);

test("a key that was forgotten is not played", () => {
  for (const name of ["STRIPE_WEBHOOK_SECRET", "STRIPE_PUBLISHABLE_KEY"])
    expect(() => stripe.read(readVariables({ [name]: "x" }))).toThrow(
      "Stripe needs STRIPE_SECRET_KEY",
    );
  expect(stripe.read(readVariables({}))).toBeNull();
});

describe("what goes wrong at Stripe", () => {
  const { errors } = Stripe;
  const failing = (reason: Error) =>
    asking(async () => {
      throw reason;
    });

  test.each([
    ["is out of reach", new errors.StripeConnectionError()],
    ["has too much to do", new errors.StripeRateLimitError()],
    ["knows the call by another sum", new errors.StripeIdempotencyError()],
    [
      "is at work on the same call",
      new errors.StripeAPIError({ statusCode: 409 }),
    ],
    ["is broken", new errors.StripeAPIError({ statusCode: 500 })],
    ["makes no sense", new errors.StripeAPIError()],
  ])("while it %s passes", async (_, error) => {
    await expect(failing(error)).rejects.toBeInstanceOf(ProblemError);
    await expect(failing(error)).rejects.toMatchObject({
      problem: { status: 503 },
    });
  });

  test.each([
    [
      "a call that it does not know",
      new errors.StripeAPIError({ statusCode: 418 }),
    ],
    ["a refusal", new errors.StripeInvalidRequestError({ statusCode: 400 })],
    ["a mistake of ours", new Error("another sum")],
  ])("does not pass where it is %s", async (_, error) => {
    await expect(failing(error)).rejects.toBe(error);
  });
});
