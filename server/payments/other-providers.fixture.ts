import { randomUUID } from "node:crypto";
import { readEnv } from "../env.ts";
import { expectAnswer, readObject, type Visitor } from "../testing/calls.ts";
import { createProviders } from "./registry.ts";

export const FORM = "/api/max-pay/form";
const CHARGE = "/ai-api/pay/pay-pro-make-immediate-charge";
export const keyed = () => ({ "idempotency-key": randomUUID() });

/** The providers that these variables ask for. */
export function providers(variables: Record<string, string> = {}) {
  return createProviders(readEnv(variables));
}

/** The form of the price confirmed last, and the id of its checkout. */
export async function formOf(visitor: Visitor, product = "journal") {
  const answer = await visitor.call(`${FORM}?product_id=${product}`, {
    headers: { "x-referrer": "http://calm.localhost/quiz/oto?utm_source=x" },
  });
  const { checkout_id, formData } = expectAnswer("max-pay-form", answer);
  const { action, fields } = readObject(formData);
  const texts = Object.entries(readObject(fields)).map(
    ([name, value]) => [name, String(value)] as const,
  );
  return {
    id: String(checkout_id),
    action: String(action),
    fields: Object.fromEntries(texts),
  };
}

/** One immediate charge. */
export const charge = (
  visitor: Visitor,
  product: string,
  headers: Record<string, string> = keyed(),
) =>
  visitor.call(CHARGE, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body: new URLSearchParams({ product_code: product }).toString(),
  });
