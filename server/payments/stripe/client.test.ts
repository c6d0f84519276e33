import { afterEach, describe, expect, test, vi } from "vitest";
import { withRequest } from "../../http/request-context.ts";
import { stripeClient } from "./client.ts";

afterEach(() => void vi.unstubAllGlobals());

describe("a call of Stripe", () => {
  const askedBy = async (api: URL | null) => {
    const asked: Request[] = [];
    vi.stubGlobal("fetch", async (...call: Parameters<typeof fetch>) => {
      asked.push(new Request(...call));
      return Response.json({ id: "pi_1" });
    });
    const settings = {
      secretKey: "sk_test_x",
      webhookSecrets: null,
      publishableKey: null,
      api,
    };
    await withRequest(
      { request: "a-name-of-ours", traceparent: undefined },
      () => stripeClient(settings).paymentIntents.retrieve("pi_1"),
    );
    return asked;
  };

  test("names the request that it is for", async () => {
    const [asked] = await askedBy(null);
    expect(asked?.headers.get("x-request-id")).toBe("a-name-of-ours");
    expect(asked?.headers.get("authorization")).toBe("Bearer sk_test_x");
  });

  test.each([
    [null, "https://api.stripe.com"],
    ["http://127.0.0.1:4242", "http://127.0.0.1:4242"],
    ["https://stripe.example:4242", "https://stripe.example:4242"],
  ])("where its address is %s goes to %s", async (api, origin) => {
    const [asked] = await askedBy(api === null ? null : new URL(api));
    expect(new URL(asked?.url ?? "").origin).toBe(origin);
  });
});
