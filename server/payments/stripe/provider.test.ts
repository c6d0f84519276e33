import { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import { ProblemError } from "../../http/problem.ts";
import { asking } from "./client.ts";
import { stripeProvider } from "./provider.ts";

test.each([
  [["whsec_x"] as const, /^Stripe\.$/],
  [null, /without STRIPE_WEBHOOK_SECRET/],
])("with the secret %s the server starts with %s", (webhookSecrets, line) => {
  const settings = {
    secretKey: "sk_test_x",
    webhookSecrets,
    publishableKey: null,
    api: null,
  };
  expect(stripeProvider(settings).startLine).toMatch(line);
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
    ["is at work on the same call", new errors.StripeIdempotencyError()],
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
