import type { PayPalAnswer, PayPalClient } from "./client.ts";
import { problem } from "./stand-in-things.fixture.ts";

/** PayPal's client over answers that a test has written: `GET /v2/checkout/orders/O-1`; more than one come in turn. */
export function payPalOf(
  answers: Readonly<Record<string, PayPalAnswer | readonly PayPalAnswer[]>>,
): { readonly client: PayPalClient; readonly calls: readonly string[] } {
  const calls: string[] = [];
  const client: PayPalClient = {
    api: new URL("https://paypal.example"),
    call: async (method, path) => {
      const call = `${method} ${path}`;
      const before = calls.filter((one) => one === call).length;
      calls.push(call);
      const turns = [answers[call] ?? missing].flat();
      return turns[Math.min(before, turns.length - 1)] ?? missing;
    },
  };
  return { client, calls };
}

const missing: PayPalAnswer = {
  status: 404,
  body: problem("RESOURCE_NOT_FOUND"),
};
