import type { MaxPayForm } from "../../generated/api.ts";
import { isMaxPayForm } from "../../generated/readers/max-pay-form.ts";
import { type Client, PAY_TIMEOUT_MS } from "./client.ts";
import { swallowed } from "./logged.ts";
import { understood } from "./nonsense.ts";

/**
 * The signed form that leads to MaxPay, for the price confirmed last; the key makes repeating safe. A failure is
 * logged: null (spec 8), and told to `onFailure`.
 */
export function getMaxPayForm(
  client: Client,
  key: string,
  product_id: string,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<MaxPayForm["answer"] | null> {
  return swallowed(
    "the payment form could not be had",
    async () => {
      const answer = await client("/max-pay/form", {
        query: { product_id },
        headers: { "Idempotency-Key": key },
        repeatable: true,
        timeout: PAY_TIMEOUT_MS,
      });
      return understood(isMaxPayForm, answer);
    },
    onFailure,
  );
}
