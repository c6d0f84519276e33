import type { PayPalAnswer, PayPalClient } from "./client.ts";
import { problem } from "./stand-in-things.fixture.ts";

/**
 * PayPal's client over answers that a test has written, by call: `GET /v2/checkout/orders/O-1`; more than one come in
 * turn. Says what was asked for, and with what bodies.
 */
export function payPalOf(
  answers: Readonly<Record<string, PayPalAnswer | readonly PayPalAnswer[]>>,
) {
  const calls: string[] = [];
  const bodies: unknown[] = [];
  const client: PayPalClient = {
    api: new URL("https://paypal.example"),
    call: async (method, path, { body } = {}) => {
      const call = `${method} ${path}`;
      const before = calls.filter((one) => one === call).length;
      calls.push(call);
      if (body !== undefined) bodies.push(JSON.parse(body));
      const turns = [answers[call] ?? missing].flat();
      return turns[Math.min(before, turns.length - 1)] ?? missing;
    },
  };
  return { client, calls, bodies };
}

const missing: PayPalAnswer = {
  status: 404,
  body: problem("RESOURCE_NOT_FOUND"),
};
