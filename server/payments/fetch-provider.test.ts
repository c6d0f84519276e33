import { beforeEach, expect, test } from "vitest";
import { useStandIn } from "../testing/stand-in.ts";
import { payPalClient } from "./paypal/client.ts";
import { postSigned } from "./signed-call.ts";
import { asking, stripeClient } from "./stripe/client.ts";
import { reasonOf } from "./unanswered.ts";

const provider = useStandIn();
const elsewhere = useStandIn();

beforeEach(() => {
  provider.received.length = 0;
  elsewhere.received.length = 0;
});

const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  "a signed call": () =>
    postSigned({ address: provider.url, secret: "s" }, {}, new Date(0)),
  "a call of PayPal": () =>
    payPalClient(
      {
        clientId: "id",
        clientSecret: "secret",
        webhookId: "w",
        api: provider.url,
      },
      () => 0,
    ).call("POST", "/v2/checkout/orders", { body: "{}" }),
  "a call of Stripe": () => {
    const client = stripeClient({
      secretKey: "sk_test_x",
      webhookSecrets: null,
      publishableKey: null,
      api: provider.url,
    });
    const charge = { amount: 999, currency: "usd" };
    return asking(() =>
      client.paymentIntents.create(charge, { maxNetworkRetries: 0 }),
    );
  },
};

test.each(
  Object.keys(CALLS).flatMap((name) =>
    [302, 307].map((status) => [name, status] as const),
  ),
)(
  "%s that is answered by a redirect, %s, is made nowhere else, and not taken for done",
  async (name, status) => {
    provider.answer = {
      status,
      body: { id: "pi_1", object: "payment_intent", status: "succeeded" },
      headers: { location: elsewhere.url.href },
    };
    const reason = await CALLS[name]?.().then(() => "done", reasonOf);
    expect(reason).toBe(`answers ${status}`);
    expect(provider.received).toHaveLength(1);
    expect(elsewhere.received).toEqual([]);
  },
);
