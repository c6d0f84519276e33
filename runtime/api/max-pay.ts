import type { MaxPayForm } from "../../generated/api.ts";
import { isRecord, readText, readTexts } from "../core/read.ts";
import { type Client, PAY_TIMEOUT_MS } from "./client.ts";
import { swallowed } from "./logged.ts";
import { understood } from "./nonsense.ts";

export type PaymentForm = MaxPayForm["answer"]["formData"];

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
      return understood(readForm, answer);
    },
    onFailure,
  );
}

function readForm(value: unknown): MaxPayForm["answer"] | null {
  if (!isRecord(value) || !isRecord(value["formData"])) return null;
  const checkout_id = readText(value["checkout_id"]);
  const action = readText(value["formData"]["action"], 4_096);
  const { method, fields } = value["formData"];
  if (checkout_id === null || action === null) return null;
  if (method !== "POST" || !isRecord(fields)) return null;
  const texts = readTexts(fields, /^/, 4_096);
  // A form without one of its signed fields would be refused there.
  if (Object.keys(texts).length !== Object.keys(fields).length) return null;
  return { checkout_id, formData: { action, method, fields: texts } };
}
